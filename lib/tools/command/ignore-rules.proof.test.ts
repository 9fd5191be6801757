import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isLinear } from '@/test/growth'
import { numberOfRuns } from '@/test/number-of-runs'
import { sampled } from '@/test/table'
import { temporaryWorkspace } from '../testing/temporary-workspace'
import { fileTree } from './file-tree'
import { bytesOf, type IgnoreRule, readIgnoreRules, speaksOf } from './ignore-rules'

const FILES = [
  ...['a', 'b', 'ab', 'a.log', '#a', '!a', 'a b', 'a ', '[a]', 'A', 'é', 'a-b', 'a]', 'a^', '5', '_'],
  ...['d/a', 'd/a.log', 'd/e/a', 'd/e/f/a', 'd/e/b', 'x/d/a', 'x/y/d/e/b', 'build/x', 'x/build/y', 'x/ab/b'],
]

/** The last one first. */
const rulesOf = (text: string): IgnoreRule[] =>
  [...readIgnoreRules(text)].filter(rule => rule !== null).reverse()

function isIgnored(rules: IgnoreRule[], path: string): boolean {
  const names = path.split('/')
  return names.some((_, index) => {
    const above = { names: names.slice(0, index + 1).map(bytesOf), isFolder: index < names.length - 1 }
    const rule = rules.find(each => speaksOf(each, above))
    return rule !== undefined && !rule.isKept
  })
}

/** A folder with all of them, and what git says of it under some rules. */
function repository() {
  const { root, put } = temporaryWorkspace()
  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'core.excludesFile=/dev/null', ...args], { cwd: root }).toString()
  git('init', '--quiet')
  for (const file of FILES) put(file, '')
  return (text: string): string[] => {
    put('.gitignore', text)
    const told = git('ls-files', '-z', '--others', '--exclude-standard').split('\0')
    return FILES.filter(file => !told.includes(file))
  }
}

/** What is said here must be what git says. */
const TEXTS = [
  ...['a', '/a', 'a/', 'd/', '/d/', 'd/a', '/d/a', 'd/*', 'd/**', '**/a', '**/d/a', 'd/**/a', 'x/**/b'],
  ...[
    '*',
    '/*',
    '**',
    '/**',
    '**/',
    '*.log',
    '*.*',
    'd*',
    '?',
    '??',
    'a?',
    'd/?',
    'd?a',
    '*a*',
    '**b',
    'a**b',
  ],
  ...['*\n!a', '*\n!*/\n!a.log', 'd/\n!d/a', 'd/*\n!d/a', '!a\na', 'a\n!a', '!', '!!a', '\\!a', '#a', '\\#a'],
  ...[
    'a ',
    'a\\ ',
    'a b',
    'a  ',
    '\\a',
    'a\\',
    '\\',
    'a\r',
    'a\r\nb\r\n',
    '\ufeffa',
    '\n\n a',
    ' ',
    '/',
    '//',
  ],
  ...['[ab]', '[!a]', '[^a]', '[a-b]', '[]a]', '[a', '[', 'a[]', '[\\]]', '\\[a]', 'a[-]b', 'a[a-]b'],
  ...['a[]^]', 'd[/]a', '[^/]', '[b-a]'],
  ...['x/*/d', 'x/**/d/**', '**/e/**', '**/**/a', 'd//a', '/d//', 'build', 'build/\n!build/', '*/a', '*/*/a'],
  ...['a/**/', 'd/e/', 'd/**/', 'x/**/**/b', '***', '***/a', 'd/***', 'd/a**', './a', '../a', 'd/./a', 'A'],
]

describe('what is ignored', () => {
  test('is what git ignores', () => {
    const byGit = repository()
    const here = (text: string) => FILES.filter(file => isIgnored(rulesOf(text), file))
    expect(TEXTS.map(text => [text, here(text)])).toEqual(TEXTS.map(text => [text, byGit(text)]))
  })

  test('is so for whatever somebody writes', () => {
    const byGit = repository()
    const sign = fc.constantFrom(
      ...['a', 'b', 'd', 'e', 'x', '/', '*', '**', '?', '[', ']', '!', '-', '\\', ' ', '.'],
    )
    const line = fc.array(sign, { minLength: 1, maxLength: 7 }).map(signs => signs.join(''))
    const text = fc.array(line, { minLength: 1, maxLength: 3 }).map(lines => lines.join('\n'))
    fc.assert(
      fc.property(text, each => {
        expect(FILES.filter(file => isIgnored(rulesOf(each), file))).toEqual(byGit(each))
      }),
      { numRuns: numberOfRuns(120) },
    )
  })
})

const deep = (depth: number) => fileAt(...Array.from({ length: depth }, () => 'a'), 'c')
const fileAt = (...names: string[]) => ({ names: names.map(bytesOf), isFolder: false })

/** Each would be tried in all ways by whoever goes back. */
const COSTLY = ['**/*/', '**/a/', '*/**/', 'a/**/', '**/?/', '**/[ab]/', '**/**/', '**/*a*/']

describe('a rule that is made to take long', () => {
  test.each(sampled(COSTLY, 2))('takes no longer than its signs times those of the path: %s', piece => {
    const speaks = (times: number, depth: number) => {
      const [rule] = rulesOf(`/${piece.repeat(times)}x`)
      if (!rule) throw new Error('no rule')
      const path = deep(depth)
      return () => void Array.from({ length: 400 }, () => speaksOf(rule, path))
    }
    expect(isLinear(speaks(12, 90), speaks(48, 90))).toBe(true)
  })

  test.each(sampled(['*a', '*[ab]', '*?', '*a*', '?*'], 2))('in a name neither: %s', piece => {
    const speaks = (times: number) => {
      const [rule] = rulesOf(`${piece.repeat(times)}x`)
      if (!rule) throw new Error('no rule')
      return () => void speaksOf(rule, fileAt('a'.repeat(255)))
    }
    expect(isLinear(speaks(25), speaks(100))).toBe(true)
  })

  test.each(['?', '*', '[', '\\', '!', '/', ' ', '**/', '[a]', '\\ '])(
    'is none where it is endless: %j',
    piece => {
      const rules = rulesOf(`${piece.repeat(100_000)}x\nb`)
      expect(rules.filter(rule => speaksOf(rule, fileAt('a')))).toEqual([])
      expect(isIgnored(rules, 'b')).toBe(true)
    },
  )
})

/** What a folder may say of itself, so that whoever looks through it is busy or falls over. */
const HOSTILE: [string, string][] = [
  ['every way through the folders', '**/*/'.repeat(7).concat('x')],
  ['every way through a name', '*a'.repeat(200).concat('b')],
  ['a rule without end', '?'.repeat(500_000)],
  ['a set without end', `[${'a'.repeat(500_000)}`],
  ['spaces without end', `a${' '.repeat(500_000)}b`],
  ['backslashes without end', '\\'.repeat(500_001)],
  ['as many rules as there is place for', Array.from({ length: 100_000 }, (_, n) => `x${n}*y`).join('\n')],
  ['as many ways as there is place for', '**/*/**/*/**/*/x\n'.repeat(1_500)],
  ['what is no text', '\u0000\ufffd\ud800*\n'.repeat(1_000)],
]

describe('a folder with rules that take long', () => {
  test.each(HOSTILE)('is looked through, and others have their turn meanwhile: %s', async (_, text) => {
    const { root, put } = temporaryWorkspace()
    for (let n = 0; n < 6; n += 1) put(`${'a/'.repeat(60)}${'a'.repeat(200)}${n}`, '')
    put('.gitignore', text)
    let turns = 0
    const counting = setInterval(() => {
      turns += 1
    })
    const late = new AbortController()
    const tree = await fileTree({ root }, { late: late.signal })
    clearInterval(counting)
    expect(tree).toMatchObject({ files: 7, isCut: false })
    expect(turns).toBeGreaterThan(10)
  })
})

test('where each of many entries takes long, nobody waits for all of them', async () => {
  const { root, put } = temporaryWorkspace()
  for (let n = 10; n < 40; n += 1) put(`${'a'.repeat(250)}${n}`, '')
  put('.gitignore', `${'*a'.repeat(250)}b\n`.repeat(250))
  const began = performance.now()
  const waits = [began]
  const counting = setInterval(() => void waits.push(performance.now()))
  await fileTree({ root }, { late: new AbortController().signal })
  clearInterval(counting)
  waits.push(performance.now())
  const longest = Math.max(...waits.slice(1).map((at, index) => at - (waits[index] ?? 0)))
  expect(longest / (performance.now() - began)).toBeLessThan(2 / 3)
})
