import assert from 'node:assert/strict';
import { crc32, inflateRawSync } from 'node:zlib';

/** The files of a ZIP archive by their names, found as programs find them: by the directory at its end. */
export function unzip(archive: Uint8Array): Record<string, Buffer> {
  const bytes = Buffer.from(archive);
  const end = bytes.length - 22;
  assert.equal(bytes.readUInt32LE(end), 0x06054b50, 'the end of the directory');
  const files: Record<string, Buffer> = {};
  for (let at = bytes.readUInt32LE(end + 16); at < end; ) {
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.subarray(at + 46, at + 46 + nameLength).toString();
    const from = bytes.readUInt32LE(at + 42);
    const begin = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28);
    const kept = bytes.subarray(begin, begin + bytes.readUInt32LE(at + 20));
    const content = bytes.readUInt16LE(at + 10) === 0 ? kept : inflateRawSync(kept);
    assert.equal(crc32(content), bytes.readUInt32LE(at + 16), `${name}'s checksum`);
    assert.ok(!(name in files), `${name} stands once`);
    files[name] = content;
    at += 46 + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  assert.equal(Object.keys(files).length, bytes.readUInt16LE(end + 10), 'how many there are');
  return files;
}
