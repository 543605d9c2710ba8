/** A block of data for scripts or machines. Nothing in it can end the block or begin another. */
export function jsonBlock(type: string, data: unknown, id?: string): string {
  const text = JSON.stringify(data)
    .replaceAll('<', String.raw`\u003c`)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `<script type="${type}"${id ? ` id="${id}"` : ''}>${text}</script>`;
}
