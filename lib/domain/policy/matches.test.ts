import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matchesGlob, matchesText } from '@/lib/text/glob'
import { table } from '@/test/table'
import { climbs, matches } from './matches'
import type { Matcher } from './rule'

const on = (kind: Matcher['kind'], value: unknown, argument = '/a') => ({ argument, kind, value }) as Matcher

describe('a condition', () => {
  test.each<[string, Matcher, unknown, boolean]>([
    ['exact: the same text', on('exact', 'x'), { a: 'x' }, true],
    ['exact: another text', on('exact', 'x'), { a: 'X' }, false],
    ['exact: no text at all', on('exact', 'x'), {}, false],
    ['exact: a number is no text', on('exact', '1'), { a: 1 }, false],
    [
      'exact: the same object in another order',
      on('exact', { b: [1], c: null }),
      { a: { c: null, b: [1] } },
      true,
    ],
    ['exact: one key more', on('exact', { b: 1 }), { a: { b: 1, c: 2 } }, false],
    ['exact: a list is no object', on('exact', { 0: 1 }), { a: [1] }, false],
    ['exact: null', on('exact', null), { a: null }, true],
    ['exact: what only a prototype has', on('exact', 'x', '/constructor'), {}, false],
    ['exact: the whole', on('exact', { a: 1 }, ''), { a: 1 }, true],
    ['a pointer into lists', on('exact', 'x', '/a/1/b'), { a: [0, { b: 'x' }] }, true],
    ['a pointer with escapes', on('exact', 'x', '/a~1b~0c'), { 'a/b~c': 'x' }, true],
    ['prefix: begins like it', on('prefix', 'sr'), { a: 'src' }, true],
    ['prefix: does not', on('prefix', 'sr'), { a: 'a src' }, false],
    ['prefix: a list', on('prefix', 's'), { a: ['src'] }, false],
    ['glob', on('glob', 'src/*.ts'), { a: './src/a.ts' }, true],
    ['glob: a number', on('glob', '*'), { a: 1 }, false],
    ['host: the same', on('host', 'example.org'), { a: 'https://EXAMPLE.org/x?y#z' }, true],
    ['host: with the dot at its end', on('host', 'example.org'), { a: 'https://example.org./' }, true],
    ['host: one below', on('host', 'example.org'), { a: 'https://a.example.org/' }, false],
    ['host: those below', on('host', '*.example.org'), { a: 'https://a.b.example.org/' }, true],
    ['host: not that itself', on('host', '*.example.org'), { a: 'https://example.org/' }, false],
    ['host: not one that ends like it', on('host', '*.example.org'), { a: 'https://badexample.org/' }, false],
    ['host: another port', on('host', 'example.org'), { a: 'https://example.org:8443/' }, false],
    [
      'host: the port that is named',
      on('host', 'example.org:8443'),
      { a: 'https://example.org:8443/' },
      true,
    ],
    ['host: before an @', on('host', 'example.org'), { a: 'https://example.org@evil.test/' }, false],
    ['host: after a user', on('host', 'example.org'), { a: 'https://me@example.org/' }, false],
    ['host: a backslash', on('host', 'example.org'), { a: 'https://evil.test\\@example.org/' }, false],
    ['host: no address', on('host', 'example.org'), { a: 'example.org' }, false],
    ['range: within', on('range', { min: 1, max: 3 }), { a: 3 }, true],
    ['range: below', on('range', { min: 1 }), { a: 0.999 }, false],
    ['range: above', on('range', { max: 3 }), { a: 4 }, false],
    ['range: a text', on('range', { min: 1 }), { a: '2' }, false],
  ])('%s', (...[, matcher, args, expected]) => {
    expect(matches(matcher, args)).toBe(expected)
  })

  test('climbs where a part of the path is two dots, and nowhere else', () => {
    const climbing = ['a/../b', '..', '../a', 'a\\..\\b']
    const found = [...climbing, 'a', 'a..b', '...', 'a/..b'].filter(path =>
      climbs(on('prefix', 'a'), { a: path }),
    )
    expect(found).toEqual(climbing)
  })
})

describe('a glob', () => {
  table([
    ['src/**', 'src/a', true],
    ['src/**', 'src/a/b/c.ts', true],
    ['src/**', 'src', false],
    ['src/**', './src/./a', true],
    ['src/**', 'src//a', true],
    ['src/**', 'srcs/a', false],
    ['src/**', 'src/../a', false],
    ['src/**', '/src/a', false],
    ['src/**/x.ts', 'src/x.ts', true],
    ['src/**/x.ts', 'src/a/b/x.ts', true],
    ['src/**/x.ts', 'src/a/b/y.ts', false],
    ['**/x', 'x', true],
    ['**', 'a', true],
    ['*', 'a/b', false],
    ['*', '.hidden', true],
    ['a/*/c', 'a/b/c', true],
    ['a/*/c', 'a/b/b/c', false],
    ['*.t?', 'a.ts', true],
    ['*.t?', 'a.t', false],
    ['a[b]', 'a[b]', true],
    ['a[b]', 'ab', false],
    ['(a+)+$', 'aaaa', false],
    ['/etc/*', '/etc/passwd', true],
  ])('matches its paths', (glob, path, expected) => {
    expect(matchesGlob(glob, path)).toBe(expected)
  })

  test('without wildcards is the path itself', () => {
    const name = fc.stringMatching(/^[a-z]{1,5}$/)
    fc.assert(
      fc.property(fc.array(name, { minLength: 1 }), fc.array(name, { minLength: 1 }), (one, other) => {
        expect(matchesGlob(one.join('/'), other.join('/'))).toBe(one.join('/') === other.join('/'))
      }),
    )
  })

  test('takes a text apart in which another would drown', () => {
    expect(matchesText('*a'.repeat(200), `${'a'.repeat(20_000)}b`)).toBe(false)
    expect(matchesGlob(`${'**/a/'.repeat(50)}b`, `${'a/'.repeat(2000)}c`)).toBe(false)
    expect(matchesGlob('**/a/**', 'a/'.repeat(300_000))).toBe(true)
  })
})
