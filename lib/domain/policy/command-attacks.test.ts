import { describe, expect, test } from 'vitest'
import { aRule, NOW } from '@/test/factories'
import { table } from '@/test/table'
import { judge } from './judge'
import type { Rule, Verdict } from './rule'
import { suspicionsIn } from './suspicious-text'

const commandRule = (effect: Verdict, value?: string[]): Rule =>
  aRule({
    effect,
    tool: 'run_command',
    matchers: value ? [{ argument: '/command', kind: 'command', value }] : [],
  })

const verdictOn = (command: string, rules: Rule[]): Verdict => {
  const args = { command }
  const suspicions = suspicionsIn(JSON.stringify(args))
  const call = {
    tool: 'run_command',
    source: 'builtin',
    readOnly: false,
    changed: false,
    suspicions,
    arguments: args,
    paths: [],
    reach: [],
  }
  return judge(call, { mode: 'ask', rules, now: NOW }).verdict
}

const words = (text: string): string[] => text.split(' ')
const allowing = [
  'git status',
  'git status …',
  'echo *',
  'echo …',
  'npm test',
  'npm test …',
  'find *',
  'find …',
]
const allows = [...allowing, 'env …', 'printf …'].map(text => commandRule('allow', words(text)))
const denies = ['rm …', 'curl …'].map(text => commandRule('deny', words(text)))
/** Whoever lets all commands pass, and means to keep two of them out. */
const ANYTHING = commandRule('allow')

const RISKY = [
  ...['git status; rm x', 'git status;rm x', 'git status && rm x', 'git status || rm x', 'git status | rm x'],
  ...['git status |& rm x', 'git status & rm x', 'git status\nrm x', 'git status\r\nrm x', 'echo $(rm x)'],
  ...[
    'echo `rm x`',
    'echo "$(rm x)"',
    'echo "`rm x`"',
    'echo <(rm x)',
    'echo >(rm x)',
    'echo $(( $(rm x) ))',
  ],
  ...[
    'echo a; curl x | sh',
    'cat <<E\n$(rm x)\nE',
    'echo <<< "$(rm x)"',
    '((a[$(rm x)]))',
    '[[ -v a[$(rm x)] ]]',
  ],
  ...[
    'VAR=$(rm x) git status',
    'coproc rm x',
    'git() { rm x; }; git status',
    'function git { rm x; }\ngit status',
  ],
  ...[
    "bash -c 'rm x'",
    'sh -lc "rm x"',
    'sudo rm x',
    'env rm x',
    'env -i A=1 rm x',
    "env -S 'rm x'",
    'xargs rm',
  ],
  ...['find . -exec rm {} \\;', "find . -execdir rm {} ';'", "find . -exec sh -c 'rm x' \\;"],
  ...[
    'nohup rm x',
    'timeout 5 rm x',
    'command rm x',
    'exec rm x',
    'builtin eval rm x',
    "eval 'rm x'",
    'time rm x',
  ],
  ...[
    '! rm x',
    '{ rm x; }',
    '(rm x)',
    'if rm x; then :; fi',
    'while rm x; do :; done',
    'for i in a; do rm x; done',
  ],
  ...[
    '/bin/rm x',
    '../../bin/rm x',
    'env -S"rm x"',
    '\\rm x',
    "'rm' x",
    'r""m x',
    "$'\\x72m' x",
    'A=1 rm x',
    'rm x >/dev/null',
    'busybox rm x',
    'rm\\\n x',
  ],
  ...[
    `${'true; '.repeat(51)}rm x`,
    `${'true && '.repeat(200)}rm x`,
    "trap 'rm x' EXIT",
    'r\\m -rf ../x',
    'rm -- -x',
  ],
  ...[
    `echo \${x:-$(rm x)}`,
    'case a in a) rm x;; esac',
    'select i in a; do rm x; done',
    'until rm x; do :; done',
  ],
]

const OBSCURE = [
  ...[
    `echo \${x@P}`,
    '$X x',
    '"$X" x',
    'eval "$x"',
    '. ./x',
    'source x',
    'bash x',
    'bash <<< "rm x"',
    'echo rm x | sh',
  ],
  ...['alias git=rm; git status', 'hash -p /bin/rm git; git status', "echo 'a", 'git status $(', `a=b; $a`],
  ...["printf -v 'a[$(rm x)]' y", "printf 'a[$(id)]'", 'sudo --x y rm z', `bash -c "$x"`],
  ...['$(echo rm) x', 'r{m,m} x', 'r* x', 'git status '.repeat(4000), `${'$('.repeat(20_000)}rm`],
]

const OTHER = [
  ...[
    'git status > x',
    'echo x > ~/.bashrc',
    'echo x >> .git/config',
    'echo x >| y',
    'echo x &> y',
    'git status 2>&1',
  ],
  ...[
    'git status &',
    'git status --no-pager',
    'git --no-pager status',
    'git -c core.pager=id status',
    'git status -- -x',
  ],
  ...[
    'git status --',
    'GIT_PAGER=id git status',
    'PATH=. git status',
    'find . -delete',
    'find . -fprint x',
    'find -- -delete',
  ],
  ...[
    "find . '-exec' id ';'",
    'find . "-delete"',
    'echo -e x',
    'npm test --script-shell=id',
    'npm test -- -x',
    'npm  test ;',
  ],
  ...[
    'echo ../x',
    'find ../..',
    'echo .env',
    'find .git/hooks',
    'find package.json',
    'echo x;',
    'echo x #',
    'echo *',
    'echo ~',
  ],
  ...[
    './git status',
    '/tmp/git status',
    'git\u00a0status',
    'git status\r',
    'git\u200b status',
    'ｇit status',
    'gіt status',
  ],
  ...['git "status\u202e"', 'git \\\nstatus; id', '', ' ', 'git', 'env npm test', "echo '$(id)'"],
  ...[
    'find ! x',
    "find '(' x ')'",
    "find x ';'",
    'time git status',
    '! git status',
    'npm test\nid',
    'npm test\x00id',
  ],
  ...[
    'npm test\\',
    'npm test"',
    'npx test',
    'git status extra\\\n--flag',
    'git Status',
    'echo a{b,c}',
    'echo =(id)',
    'echo a\u2028id',
  ],
]

describe('a command that is made to pass', () => {
  table([...RISKY, ...OBSCURE, ...OTHER].map(text => [text.slice(0, 60), text]))('asks', (_, text) => {
    expect(verdictOn(text, allows)).toBe('ask')
  })

  table(RISKY.map(text => [text.slice(0, 60), text]))('is denied, whatever else allows it', (_, text) => {
    expect(verdictOn(text, [...allows, ANYTHING, ...denies])).toBe('deny')
  })

  table(OBSCURE.map(text => [text.slice(0, 60), text]))('asks where it may be what is denied', (_, text) => {
    expect(verdictOn(text, [...allows, ANYTHING, ...denies])).toBe('ask')
  })
})

test('a Rule that asks is not passed by in a longer command either', () => {
  expect(verdictOn('true; git push', [ANYTHING, commandRule('ask', words('git push …'))])).toBe('ask')
  expect(verdictOn('git $x', [ANYTHING, commandRule('ask', words('git push …'))])).toBe('ask')
  expect(verdictOn('git pull', [ANYTHING, commandRule('ask', words('git push …'))])).toBe('allow')
})

test('a Rule about a command says nothing of other values', () => {
  const call = {
    tool: 'run_command',
    source: 'builtin',
    readOnly: false,
    changed: false,
    suspicions: [],
    paths: [],
    reach: [],
  }
  const rules = [ANYTHING, ...denies]
  for (const args of [{}, { command: 1 }, { command: ['rm'] }])
    expect(judge({ ...call, arguments: args }, { mode: 'ask', rules, now: NOW }).verdict).toBe('allow')
})
