import { createServer, type Socket } from 'node:net';
import { claimPort, portOf } from '../../http/port.ts';

interface Taken {
  from: string;
  to: string;
  /** The letter with its headers. */
  text: string;
}

/** An SMTP server that accepts letters, or answers as a test says. */
export interface MailServer {
  /** The value for SMTP_URL. */
  url: string;
  /** Accepted letters, in order of arrival. */
  readonly taken: Taken[];
  /** Every command, in order of arrival. */
  readonly heard: string[];
  /** Other answers by command, such as RCPT; END is the letter itself, which is then not accepted. */
  answers: Record<string, string>;
  /**
   * The fate of letters without another answer: accepted; received and never answered; or accepted without an
   * answer.
   */
  meets(next: 'taken' | 'hang' | 'lost'): void;
  /** The number of letters received completely, accepted or not. */
  readonly attempts: number;
  close(): Promise<void>;
}

/** @param takesMs the time until an accepted letter is answered */
export async function aMailServer({ takesMs = 0 } = {}): Promise<MailServer> {
  const taken: Taken[] = [];
  const heard: string[] = [];
  const sockets = new Set<Socket>();
  let meeting: 'taken' | 'hang' | 'lost' = 'taken';
  let attempts = 0;
  const claim = await claimPort(0, '127.0.0.1');
  const port = portOf(claim);
  const server = createServer(serve);
  server.listen(claim);

  function serve(socket: Socket): void {
    sockets.add(socket);
    // The client may be killed while it writes.
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    const say = (line: string) => socket.write(`${line}\r\n`);
    let envelope = { from: '', to: '', text: '' };
    let inLetter = false;
    let rest = '';
    say('220 mail.example');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inLetter && line !== '.') {
          envelope.text += `${line}\n`;
          continue;
        }
        if (inLetter) {
          inLetter = false;
          attempts += 1;
          const { END } = mailServer.answers;
          if (!END && meeting !== 'hang') taken.push(envelope);
          envelope = { from: '', to: '', text: '' };
          if (END || meeting === 'taken') setTimeout(say, takesMs, END ?? '250 taken');
          continue;
        }
        heard.push(line);
        const verb = line.split(/[ :]/)[0]?.toUpperCase() ?? '';
        const answer = mailServer.answers[verb];
        if (answer) say(answer);
        else if (verb === 'DATA') {
          inLetter = true;
          say('354 go on');
        } else if (verb === 'QUIT') socket.end('221 bye\r\n');
        else {
          if (verb === 'MAIL') envelope.from = line;
          if (verb === 'RCPT') envelope.to = line;
          say('250 ok');
        }
      }
    });
  }

  const mailServer: MailServer = {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    heard,
    answers: {},
    meets(next) {
      meeting = next;
    },
    get attempts() {
      return attempts;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return mailServer;
}
