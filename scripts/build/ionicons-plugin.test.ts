import { expect, test } from 'vitest';
import { ioniconMasks } from './ionicons-plugin.ts';

const transform = (code: string): string => {
  const { handler } = ioniconMasks.transform as { handler: (code: string) => { code: string } };
  return handler(code).code;
};

test('a drawing that a style sheet names stands in it as a picture, with the lines that its classes mean', () => {
  const css = transform('.drawn { --drawing: url("ionicon:waterOutline"); }');
  expect(css).toMatch(/^\.drawn \{ --drawing: url\("data:image\/svg\+xml;utf8,<svg [^"]+<\/svg>"\); \}$/);
  expect(css).toContain("stroke='black' stroke-width='32'");
  expect(css).not.toContain('ionicon-');
  // What follows it would be left out of the address.
  expect(css).not.toContain('#');
});

test('a style sheet that names a drawing that there is not fails the build', () => {
  expect(() => transform('a { mask: url("ionicon:noDrawing"); }')).toThrow('ionicons has no noDrawing');
});
