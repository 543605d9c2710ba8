import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

// Draws the photos of the sandbox's workers: `node scripts/images/worker-portraits.ts`. Nobody looks like them.

interface Portrait {
  name: string;
  paper: string;
  skin: string;
  hair: string;
  shirt: string;
  /** The part of the hair behind the head, and the one over it. */
  behind: string;
  over: string;
  extra?: string;
}

const bun = '<circle cx="256" cy="98" r="44"/>';
const long = '<path d="M138 226c0-88 48-134 118-134s118 46 118 134v150H138z"/>';
const short =
  '<path d="M160 214c-6-84 40-122 96-122s104 38 96 122c-10-34-30-52-54-60-40 14-92 8-116-6-12 18-18 40-22 66z"/>';
const fringe =
  '<path d="M154 224c-4-90 46-132 104-132s106 42 100 132c-6-26-14-44-26-58-50 20-110 22-146 2-16 14-26 32-32 56z"/>';
const curls =
  '<circle cx="176" cy="160" r="42"/><circle cx="214" cy="120" r="44"/><circle cx="266" cy="110" r="46"/><circle cx="314" cy="132" r="42"/><circle cx="340" cy="174" r="36"/>';
const cap =
  '<path d="M152 190c0-64 46-98 104-98s104 34 104 98z"/><rect x="146" y="180" width="250" height="24" rx="12"/>';
const scarf =
  '<path d="M136 262c-8-108 48-172 120-172s128 64 120 172c-4 56-32 104-50 124H186c-18-20-46-68-50-124zm46-8c0 66 34 108 74 108s74-42 74-108c0-54-34-82-74-82s-74 28-74 82z" fill-rule="evenodd"/>';
const beard =
  '<path d="M180 250c2 76 34 116 76 116s74-40 76-116c-14 26-34 40-46 42-18-10-42-10-60 0-12-2-32-16-46-42z"/>';
const glasses =
  '<g fill="none" stroke="#2b2b2b" stroke-width="7"><circle cx="222" cy="244" r="27"/><circle cx="290" cy="244" r="27"/><path d="M249 240h14"/></g>';

const portraits: Portrait[] = [
  {
    name: 'mia',
    paper: '#f6e4dc',
    skin: '#f0c6a4',
    hair: '#4a2c1c',
    shirt: '#17493c',
    behind: bun,
    over: fringe,
  },
  {
    name: 'tom',
    paper: '#dce8f7',
    skin: '#e8b48c',
    hair: '#8a5a2c',
    shirt: '#1c4c81',
    behind: '',
    over: short,
    extra: beard,
  },
  {
    name: 'aisha',
    paper: '#efe0f0',
    skin: '#c68a5c',
    hair: '#6a2b70',
    shirt: '#3c4a58',
    behind: '',
    over: scarf,
  },
  {
    name: 'jack',
    paper: '#dbeee0',
    skin: '#f2cfae',
    hair: '#1c5c36',
    shirt: '#87400d',
    behind: '',
    over: cap,
  },
  {
    name: 'lina',
    paper: '#fbeec4',
    skin: '#f4d4b8',
    hair: '#c98a3a',
    shirt: '#8b201a',
    behind: long,
    over: fringe,
    extra: glasses,
  },
  {
    name: 'sam',
    paper: '#e3e6ea',
    skin: '#8a5a3c',
    hair: '#1e1a18',
    shirt: '#d9a441',
    behind: curls,
    over: '',
  },
];

const drawingOf = ({ paper, skin, hair, shirt, behind, over, extra = '' }: Portrait) => `
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">
  <rect width="512" height="512" fill="${paper}"/>
  <g fill="${hair}">${behind}</g>
  <path d="M72 520c0-102 74-148 184-148s184 46 184 148z" fill="${shirt}"/>
  <path d="M214 330h84v52c0 24-20 40-42 40s-42-16-42-40z" fill="${skin}"/>
  <path d="M214 344c12 20 28 28 42 28s30-8 42-28v18c-12 18-28 26-42 26s-30-8-42-26z" fill="#00000018"/>
  <ellipse cx="256" cy="246" rx="88" ry="110" fill="${skin}"/>
  <g fill="${hair}">${over}${extra === beard ? beard : ''}</g>
  <g fill="#2b2b2b"><circle cx="222" cy="244" r="9"/><circle cx="290" cy="244" r="9"/></g>
  ${extra === glasses ? glasses : ''}
  <path d="M226 300c18 20 42 20 60 0" fill="none" stroke="#7a3b2c" stroke-width="8" stroke-linecap="round"/>
</svg>`;

for (const portrait of portraits)
  for (const [size, side] of [
    ['large', 512],
    ['small', 192],
  ] as const)
    await sharp(Buffer.from(drawingOf(portrait)))
      .resize(side, side)
      .webp({ quality: 88 })
      .toFile(
        fileURLToPath(new URL(`../../api/seed/photos/worker-${portrait.name}-${size}.webp`, import.meta.url)),
      );
