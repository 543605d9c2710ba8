import { expect, test } from 'vitest';
import { markup } from './markup.ts';

test('texts are escaped in elements and attributes; only markup stays markup', () => {
  const evil = '"><img src=x onerror=alert(1)>\'&';
  expect(markup`<p title="${evil}">${evil}</p>`.html).toBe(
    '<p title="&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;">&quot;&gt;&lt;img src=x onerror=alert(1)&gt;&#39;&amp;</p>',
  );
  expect(markup`<ul>${['<b>', 'c'].map((each) => markup`<li>${each}</li>`)}${null}${2}</ul>`.html).toBe(
    '<ul><li>&lt;b&gt;</li><li>c</li>2</ul>',
  );
});

test('an object in the shape of markup is no markup', () => {
  const forged = JSON.parse('{"html":"<img>"}');
  expect(() => markup`<p>${forged}</p>`.html).toThrow();
});
