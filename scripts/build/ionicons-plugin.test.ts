import { expect, test } from 'vitest';
import { ioniconMasks } from './ionicons-plugin.ts';

const transform = (code: string): string => {
  const { handler } = ioniconMasks.transform as { handler: (code: string) => { code: string } };
  return handler(code).code;
};

test('the name of a drawing in a style sheet is replaced by the picture, with attributes in place of its classes', () => {
  const css = transform('.drawn { --drawing: url("ionicon:waterOutline"); }');
  expect(css).toMatch(/^\.drawn \{ --drawing: url\("data:image\/svg\+xml;utf8,<svg [^"]+<\/svg>"\); \}$/);
  expect(css).toContain("stroke='black' stroke-width='32'");
  expect(css).not.toContain('ionicon-');
  // A '#' would end the address: the rest would be its fragment.
  expect(css).not.toContain('#');
});

test('an unknown name of a drawing in a style sheet fails the build', () => {
  expect(() => transform('a { mask: url("ionicon:noDrawing"); }')).toThrow('ionicons has no noDrawing');
});
