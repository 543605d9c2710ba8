import { ink, terra } from './strokes.ts';

/** The landing page's picture: a house in the evening, a fire in the hearth, a person on the way to the door. */
export function HeroPicture() {
  return (
    <svg className="hero-picture" viewBox="0 0 600 460" aria-hidden="true" {...ink}>
      <circle className="sun" cx="468" cy="104" r="44" stroke="none" />
      <g className="cloud" stroke="none">
        <path d="M62 128a20 20 0 0 1 3-40 30 30 0 0 1 56-8 22 22 0 0 1 30 20 15 15 0 0 1-3 28z" />
        <path d="M500 176a13 13 0 0 1 2-26 20 20 0 0 1 38-4 15 15 0 0 1 18 14 9 9 0 0 1-2 16z" />
      </g>
      <path className="hill-far" d="M0 352c70-58 148-70 226-40 84-52 196-58 374 8v68H0z" stroke="none" />
      <path
        className="hill"
        d="M0 380c96-34 208-40 322-30 108-10 204-4 278 22v64a24 24 0 0 1-24 24H24a24 24 0 0 1-24-24z"
        stroke="none"
      />

      <path className="smoke" d="M368 92c-8-10 8-16 0-28s6-18 0-28" strokeWidth="3" />
      <path className="wall" d="M352 200v-90h32v114z" />
      <path d="M347 110h42" strokeWidth="4" />

      <path className="wall" d="M392 232h116v132H392z" />
      <path className="roof" d="M384 236l18-44h104l14 44z" />
      <path className="glass" d="M418 262h64v50h-64z" />
      <path d="M450 262v50M418 287h64" />
      <path className="leafy" d="M412 320h76v12h-76z" />
      <path d="M424 320c-4-8 2-12 4-16M446 320c-3-10 3-12 5-17M470 320c-4-8 2-11 4-16" {...terra} />

      <path className="wall" d="M150 364V222l122-92 122 92v142z" />
      <path className="roof" d="M132 236l140-108 140 108-12 14-128-98-128 98z" />
      <circle className="glass" cx="272" cy="204" r="20" />
      <path d="M272 184v40M252 204h40" />
      <path className="glass" d="M174 258h52v56h-52zM318 258h52v56h-52z" />
      <path d="M200 258v56M174 286h52M344 258v56M318 286h52" />
      <path d="M168 316h64M312 316h64" strokeWidth="4" />

      <path className="door" d="M246 364v-78a26 26 0 0 1 52 0v78z" {...terra} />
      <path className="flame" d="M272 288c10 10 15 17 15 26a15 15 0 0 1-30 0c0-9 5-16 15-26z" {...terra} />
      <circle cx="288" cy="338" r="2.5" {...terra} />
      <path className="wall" d="M236 364h72v10h-72z" />
      <path className="path" d="M250 376h44c4 26 26 52 58 84H192c32-32 54-58 58-84z" stroke="none" />

      <path d="M92 372v-78M92 340l-18-18M92 326l16-16" />
      <path className="leafy" d="M92 294c-40 0-52-66 0-108 52 42 40 108 0 108z" />
      <path d="M92 306v-70M92 270l14-14M92 256l-12-12" />
      <path className="leafy" d="M552 336c-28 0-36-46 0-76 36 30 28 76 0 76z" />
      <path d="M552 384v-88M552 318l9-9" />
      <path
        className="leafy"
        d="M112 376c-2-24 30-28 36-10 16-6 26 4 24 14zM400 380c0-18 24-24 32-8 12-10 30-2 28 12z"
      />

      <path d="M508 424v-42" strokeWidth="3" />
      <path className="wall" d="M490 356h30a10 10 0 0 1 10 10v16h-40z" />
      <path d="M518 364v-16h10v8h-10" {...terra} />

      <path d="M376 428v16M392 428v16" strokeWidth="3" />
      <path className="coat" d="M364 430c-2-26 4-48 20-48s22 22 20 48z" />
      <circle className="skin" cx="384" cy="368" r="12" />
      <path d="M372 364c2-13 22-14 24 0" strokeWidth="4" />
      <path className="box" d="M336 402h34v26h-34z" {...terra} />
      <path d="M345 402v-6a8 8 0 0 1 16 0v6" {...terra} />
      <path d="M376 398l-14 8" />
    </svg>
  );
}
