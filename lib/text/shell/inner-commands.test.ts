import { expect, test } from 'vitest'
import { table } from '@/test/table'
import { readShell } from './read-shell'

const namesIn = (text: string) => {
  const reading = readShell(text)
  return reading.kind === 'unreadable' ? [] : reading.commands.map(([name]) => name)
}

table([
  ['a; b && c | d', ['a', 'b', 'c', 'd']],
  ['echo $(rm x) `rm y` "$(rm z)"', ['echo', 'rm', 'rm', 'rm']],
  ['f() { rm x; }; f', ['rm', 'f']],
  ['for a in $(ls); do rm a; done', ['ls', 'rm']],
  ['cat <<E\n$(rm x)\nE\n', ['cat', 'rm']],
  ['diff <(rm x) >(rm y)', ['diff', 'rm', 'rm']],
  ['((a[$(rm x)]))', ['rm']],
  ['[[ -v a[$(rm x)] ]]', ['rm']],
  [`echo \${a:-$(rm x)}`, ['echo', 'rm']],
  ['x=$(rm x) a=(`rm y`)', ['rm', 'rm']],
  ['coproc rm x', ['rm']],
  ["bash -c 'rm x; ls'", ['bash', 'rm', 'ls']],
  ["sh -euo pipefail -c 'rm x'", ['sh', 'rm']],
  [`bash -c "bash -c 'rm x'"`, ['bash', 'bash', 'rm']],
  ['sudo -u root -- rm x', ['sudo', 'rm']],
  ['env -i A=1 rm x', ['env', 'rm']],
  ['nohup timeout -s 9 5 nice -n 3 rm x', ['nohup', 'timeout', 'nice', 'rm']],
  ['command -p rm x', ['command', 'rm']],
  ['command -v rm', ['command']],
  ['exec -a x rm y', ['exec', 'rm']],
  ['builtin eval rm x', ['builtin', 'eval', 'rm']],
  ["eval 'rm x;' ls", ['eval', 'rm', 'ls']],
  ["trap 'rm x' EXIT", ['trap', 'rm']],
  ['time -p rm x', ['rm']],
  ['xargs -0 -n 1 rm -f', ['xargs', 'rm']],
  ["find . -exec rm {} ';' -execdir mv {} x +", ['find', 'rm', 'mv']],
  ['/usr/bin/env /bin/rm x', ['/usr/bin/env', '/bin/rm']],
  ['busybox rm x', ['busybox', 'rm']],
  ['env - rm x', ['env', 'rm']],
  ['env rm $x', ['env', 'rm']],
  ["trap -- 'rm x' EXIT", ['trap', 'rm']],
  ["eval -- 'rm x'", ['eval', 'rm']],
  ["bash -c - 'rm x'", ['bash', 'rm']],
  ["bash -c -- 'rm x'", ['bash', 'rm']],
])('a text holds the commands of all its parts', (text, names) => {
  expect(namesIn(text)).toEqual(names)
})

test.each([
  ...[
    '$x',
    'a$x',
    '"$x"',
    `\${x@P}`,
    'eval "$x"',
    'source x',
    '. x',
    'bash x',
    'bash',
    'env -S "a b"',
    'alias a=b',
  ],
  ...[
    'sudo --unknown a b',
    'ssh a b',
    'bash -c "$x"',
    "bash -c '('",
    "printf -v 'a[$(id)]' x",
    'hash -p a b',
  ],
  ...['sudo '.repeat(40)],
])('what %s runs may be anything', text => {
  expect(namesIn(text).includes(null)).toBe(true)
})
