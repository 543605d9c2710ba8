import { calendarOutline } from 'ionicons/icons';
import { expect, test } from 'vitest';
import { shapesOf } from './icon.tsx';

const drawing = (shapes: string) => `data:image/svg+xml;utf8,<svg viewBox='0 0 512 512'>${shapes}</svg>`;
const propsOf = (src: string) => shapesOf(src).map(({ props }) => props);

test('shapes with the same style are one path, each in its place', () => {
  expect(
    propsOf(
      drawing("<circle cx='10' cy='20' r='5' /><path d='m1 2h3' /><rect x='1' y='2' width='8' height='6' />"),
    ),
  ).toEqual([
    {
      d: 'M5 20a5 5 0 0 1 10 0a5 5 0 0 1 -10 0zM0 0m1 2h3M1 2h8a0 0 0 0 1 0 0v6a0 0 0 0 1 0 0h-8a0 0 0 0 1 0 0v-6a0 0 0 0 1 0 0z',
    },
  ]);
});

test('a shape with another style, or turned, is a path of its own', () => {
  expect(
    propsOf(
      drawing(
        "<ellipse cx='4' cy='4' rx='2' ry='1' transform='rotate(45)' /><path d='M0 0h4' class='ionicon-fill-none ionicon-stroke-width' />",
      ),
    ),
  ).toMatchObject([
    { d: 'M2 4a2 1 0 0 1 4 0a2 1 0 0 1 -4 0z', transform: 'rotate(45)' },
    { d: 'M0 0h4', fill: 'none', stroke: 'currentColor', strokeWidth: '32' },
  ]);
});

test('twelve shapes of a calendar become few', () => {
  expect(shapesOf(calendarOutline).length).toBeLessThan(5);
});
