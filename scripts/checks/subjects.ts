import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { faultOfSubject } from './subject.ts';

/** Commits that were written before the rule stay as they are. */
const ruleSince = '2026-11-28T03:00:00Z';
const cwd = fileURLToPath(new URL('../..', import.meta.url));

/** Checks the subjects of the commits since the rule, merges apart; an unpacked archive has none. */
function main(): void {
  if (!existsSync(`${cwd}/.git`)) return;
  const format = '--format=%aI%x09%h%x09%s';
  const log = execFileSync('git', ['log', '--no-merges', `--since=${ruleSince}`, format], { cwd });
  const faults = String(log)
    .split('\n')
    .flatMap((line) => {
      const [at = '', hash = '', subject = ''] = line.split('\t');
      const fault = Date.parse(at) >= Date.parse(ruleSince) ? faultOfSubject(subject) : null;
      return fault ? [`${hash} '${subject}' ${fault}`] : [];
    });
  if (!faults.length) return;
  console.error(`CONTRIBUTING, Commit: reword with git rebase -i\n${faults.join('\n')}`);
  process.exitCode = 1;
}

main();
