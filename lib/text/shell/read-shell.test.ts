import { spawnSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sampled, table } from '@/test/table'
import { LONGEST_COMMAND, readShell, type ShellReading } from './read-shell'

/** What Bash itself makes of the words: `argv` is a function that prints them. */
function wordsInBash(text: string): string[] {
  const script = `argv() { printf '%s\\0' argv "$@"; }\n${text}`
  const { stdout } = spawnSync('bash', ['--norc', '-c', script], {
    env: { NODE_ENV: 'test', PATH: process.env.PATH, LC_ALL: 'C.UTF-8' },
    encoding: 'utf8',
  })
  return stdout.split('\0').slice(0, -1)
}

const commandsOf = (reading: ShellReading) => (reading.kind === 'unreadable' ? [] : reading.commands)
const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`

const SIMPLE = [
  'argv',
  '  argv\ta  b ',
  'argv a\n',
  'argv \'a b\' "c d" e',
  'argv a"b"\'c\'d',
  'argv \'\' ""',
  'argv \\a \\\\ \\" \\$ \\` \\; \\| \\& \\* \\~ \\#',
  'argv "a\\b\\"c\\\\d\\$e\\`f\\!"',
  "argv 'a\\b\"c$d`e`'",
  'argv \'a\nb\' "c\nd"',
  "argv 'a\rb' 'c\td'",
  'argv größe 日本 é',
  'argv a#b',
  'argv a=b --c=d a=b=c',
  'argv if then fi',
  "argv ';' '&&' '|' '>' '!' '(' '{' '[['",
  'argv -- -x --',
  'argv a:b a,b a/b a@b a%b a+b a^b',
  'argv "!!" \'!x\'',
  "argv '{a,b}' '~' '*' '?' '[a]' '$x'",
  "argv '\u{1f600}'",
  "argv '\x01' '\x7f' '\x1b[2K'",
  "argv 'a'\\''b'",
]

const READ_AS_IN_BASH = [
  ...SIMPLE,
  'argv a # b',
  'argv a;',
  "argv $'a\\x72b' $'\\n' $'it\\'s' $'\\u00e9' $'\\101'",
  'argv a\\\nb \\\nc',
  'argv "a\\\nb"',
  'argv a\r',
  'argv a\r\n',
  'argv a\u00a0b\u2003c',
  'argv a\vb\fc',
  'argv {} {a} a{b',
  'argv !x !',
  'argv a 2>/dev/null >/dev/null',
  'argv 2 2>/dev/null',
  'argv a 2>&1',
  'argv a]',
  'argv $ "$"',
  "'argv' a",
  '"ar"gv a',
  '\\argv a',
]

describe('a simple command', () => {
  table(SIMPLE)('is what is made of plain words', text => {
    expect(readShell(text)).toMatchObject({ kind: 'simple' })
  })

  table(sampled(READ_AS_IN_BASH, 25))('has the words that Bash gives', text => {
    const words = wordsInBash(text)
    if (!text.includes('>/dev/null')) expect(words.length).toBeGreaterThan(0)
    const heard = text.replace(/ >\/dev\/null/, '')
    expect(commandsOf(readShell(text))[0]).toEqual(wordsInBash(heard))
  })

  test('gives back any words that were quoted, as Bash does', () => {
    const word = fc.string({ unit: 'binary', maxLength: 12 }).filter(text => !text.includes('\0'))
    const argv = fc.array(word, { minLength: 1, maxLength: 6 })
    const numRuns = 300
    fc.assert(
      fc.property(word, argv, (name, words) => {
        const text = [name, ...words].map(quote).join(' ')
        expect(readShell(text)).toMatchObject({ kind: 'simple', argv: [name, ...words] })
        expect(readShell(`${text}; x`).kind).not.toBe('simple')
        expect(readShell(`${text} $x`).kind).not.toBe('simple')
      }),
      { numRuns },
    )
    const samples = fc.sample(argv, numRuns)
    const script = samples.map(words => `argv ${words.map(quote).join(' ')}`).join('\n')
    expect(wordsInBash(script)).toEqual(samples.flatMap(words => ['argv', ...words]))
  })

  test('is read by Bash the same way, whatever its text is made of', () => {
    const piece = fc.constantFrom(
      ...["'", '"', '\\', ' ', '\t', '\n', '\r', '#', '=', '-', 'a', 'é', '/', '!', '{', '}', ',', '$', '`'],
      ...[';', '&', '|', '<', '>', '(', ')', '*', '~', '[', ']', '>/dev/null', "$'", '1', ':', '^', '%', '@'],
    )
    const texts = fc
      .sample(fc.array(piece, { maxLength: 7 }), 4000)
      .map(pieces => `argv ${pieces.join('')}`)
      .filter(text => readShell(text).kind === 'simple' && !text.includes('/dev/null'))
    expect(texts.length).toBeGreaterThan(300)
    const separator = "printf '\\1\\0'"
    const said = wordsInBash(texts.map(text => `${text}\n${separator}`).join('\n'))
    const read = texts.flatMap(text => [...(commandsOf(readShell(text))[0] ?? []), '\x01'])
    expect(said).toEqual(read)
  })
})

table([
  ...[
    'echo *',
    'echo ?',
    'echo [a]',
    'echo ~',
    'echo ~/x',
    'echo a=~',
    'echo {a,b}',
    'echo {1..3}',
    'echo $x',
  ],
  ...[`echo \${x@P}`, 'echo $(id)', 'echo `id`', 'echo "$(id)"', 'echo $((1))', 'echo $"a"', 'cat <(id)'],
  ...['x=1', 'x=1 ls', 'x+=1 ls', 'a[0]=1 ls', 'a=(1 2)', 'export x=1', 'declare -a x=(1)'],
  ...['ls > x', 'ls 2>&1', 'ls < x', 'ls <<< x', 'cat <<E\na\nE\n', '{fd}>/dev/null ls', 'ls &> x'],
  ...[
    'ls; ls',
    'ls && ls',
    'ls || ls',
    'ls | ls',
    'ls & ls',
    'ls &',
    'ls\nls',
    '! ls',
    'time ls',
    'coproc ls',
  ],
  ...['(ls)', '{ ls; }', 'if ls; then ls; fi', 'for a in b; do ls; done', 'while ls; do ls; done'],
  ...[
    'case a in a) ls;; esac',
    'f() { ls; }',
    'function f { ls; }',
    '((1))',
    '[[ a ]]',
    'select a in b; do ls; done',
  ],
  ...['((a[$(id)]))', 'until ls; do ls; done', '', ' ', '# ls', 'ls # a', 'ls;', 'echo @(a|b)', '[ a ]'],
])('what expands, writes or holds more than one command is not simple', text => {
  expect(readShell(text).kind).toBe('complex')
})

test.each(["echo 'a", 'echo "a', 'echo $(a', 'if', '{ ls', 'ls |', 'a\0b', 'a\ud800', '('.repeat(20_000)])(
  'what cannot be read is said to be so (%#)',
  text => {
    expect(readShell(text).kind).toBe('unreadable')
  },
)

test('what is written, set and left running is told, also of an inner command', () => {
  expect(readShell("bash -c 'A=1 x > a &' 2> b")).toMatchObject({
    kind: 'complex',
    writes: ['a', 'b'],
    assigns: ['A'],
    isBackground: true,
  })
})

test('no text makes it throw', () => {
  const piece = fc.constantFrom(
    ...[
      '$(',
      ')',
      '`',
      '${',
      '}',
      '((',
      '))',
      "'",
      '"',
      '\\',
      '\n',
      ';',
      '&',
      '|',
      '<<E\n',
      'E\n',
      '<(',
      '[[',
      ']]',
    ],
    ...[
      'if ',
      'then ',
      'fi',
      'case ',
      'in ',
      'esac',
      'for ',
      'do ',
      'done',
      'a',
      ' ',
      '$',
      '=',
      '(',
      '#',
      '{',
      '\r',
    ],
    ...['bash -c ', 'env -S ', 'find . -exec ', 'sudo -', 'xargs ', '\0', '\ud800', '@(', '*', '>', '\u202e'],
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(piece).map(pieces => pieces.join('')),
  )
  fc.assert(fc.property(text, source => ['simple', 'complex', 'unreadable'].includes(readShell(source).kind)))
})

test('what is nested as deeply as it may be long is answered, and what is longer is not read', () => {
  for (const [open, close] of [
    ...[
      ['$(', ')'],
      ['(', ')'],
      ['{ ', ';}'],
      ['"$(', ')"'],
      ['${a:-', '}'],
      ['$((', '))'],
      ['<(', ')'],
      ['[[ ( ', ' ) ]]'],
    ],
    ...[
      ['if a;then ', ';fi'],
      ['sudo ', ''],
      ['eval ', ''],
      ['`', '`'],
      ['! ', ''],
      ['a\n', ''],
      ['{a,', '}'],
    ],
  ] as [string, string][]) {
    const count = Math.floor(LONGEST_COMMAND / (open.length + close.length)) - 1
    expect(['simple', 'complex', 'unreadable']).toContain(
      readShell(`${open.repeat(count)}a${close.repeat(count)}`).kind,
    )
    expect(readShell(`${open.repeat(20_000)}a${close.repeat(20_000)}`).kind).toBe('unreadable')
  }
})
