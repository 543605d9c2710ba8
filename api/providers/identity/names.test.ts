import { expect, test } from 'vitest';
import { fullName } from '../../core/person-name.ts';
import { composeName } from './names.ts';

const composed = (claims: { name?: string; given_name?: string; family_name?: string }) => {
  const { firstName, lastName } = composeName({
    name: claims.name ?? '',
    givenName: claims.given_name ?? '',
    familyName: claims.family_name ?? '',
  });
  return [firstName, lastName, fullName({ first_name: firstName, last_name: lastName })];
};

/** The claims of real issuers, as their documents and reports of their users show them. */
test.each([
  ['Google', { name: 'Ann Lee', given_name: 'Ann', family_name: 'Lee' }, ['Ann', 'Lee', 'Ann Lee']],
  ['Google, one name', { name: 'Teller', given_name: 'Teller' }, ['Teller', '', 'Teller']],
  ['Entra', { name: 'Lee, Ann (Sales)', given_name: 'Ann', family_name: 'Lee' }, ['Ann', 'Lee', 'Ann Lee']],
  ['Entra without optional claims', { name: 'Ann Mary Lee' }, ['Ann', 'Mary Lee', 'Ann Mary Lee']],
  ['Keycloak', { name: 'Ann Lee', given_name: 'Ann', family_name: 'Lee' }, ['Ann', 'Lee', 'Ann Lee']],
  ['Keycloak, last name alone', { name: 'Lee', family_name: 'Lee' }, ['', 'Lee', 'Lee']],
  ['twice the same', { name: 'Li Li', given_name: 'Li', family_name: 'Li' }, ['Li', 'Li', 'Li Li']],
  [
    'a family name that is also a given one',
    { name: 'Anna Maria Maria', given_name: 'Anna Maria', family_name: 'Maria' },
    ['Anna Maria', 'Maria', 'Anna Maria Maria'],
  ],
  [
    'authentik',
    { name: 'Florian Preininger', given_name: 'Florian Preininger' },
    ['Florian', 'Preininger', 'Florian Preininger'],
  ],
  [
    'authentik with a family name',
    { name: 'Florian Preininger', given_name: 'Florian Preininger', family_name: 'Preininger' },
    ['Florian', 'Preininger', 'Florian Preininger'],
  ],
  ['Authelia', { name: 'Florian van der Berg' }, ['Florian', 'van der Berg', 'Florian van der Berg']],
  ['Auth0, a password’s account', { name: 'ann@example.com' }, ['', '', '']],
  [
    'Auth0',
    { name: 'Mary Ann Lee', given_name: 'Mary Ann', family_name: 'Lee' },
    ['Mary Ann', 'Lee', 'Mary Ann Lee'],
  ],
  ['Apple', {}, ['', '', '']],
  [
    'a given name of two words',
    { name: 'Mary Ann Lee', given_name: 'Mary Ann' },
    ['Mary Ann', 'Lee', 'Mary Ann Lee'],
  ],
  ['the family name first', { name: '王 小明', family_name: '王' }, ['小明', '王', '小明 王']],
  [
    'the family name first, without a space',
    { name: '王小明', family_name: '王' },
    ['小明', '王', '小明 王'],
  ],
  ['the given name last', { name: '王 小明', given_name: '小明' }, ['小明', '王', '小明 王']],
  ['one name in two claims', { given_name: 'Ann Lee', family_name: 'Ann Lee' }, ['Ann', 'Lee', 'Ann Lee']],
  ['another name', { name: 'annie', given_name: 'Ann' }, ['Ann', '', 'Ann']],
  [
    'a family name that begins the given one',
    { given_name: 'Leeann', family_name: 'Lee' },
    ['Leeann', 'Lee', 'Leeann Lee'],
  ],
  ['names that nobody sees', { name: '\u2800', given_name: '\u200b', family_name: '\u3164' }, ['', '', '']],
  ['spaces', { name: '  Ann \u00a0 Lee ' }, ['Ann', 'Lee', 'Ann Lee']],
])('%s', (_, claims, expected) => {
  expect(composed(claims)).toEqual(expected);
});
