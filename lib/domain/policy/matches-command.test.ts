import { expect } from 'vitest'
import { readShell } from '@/lib/text/shell/read-shell'
import { table } from '@/test/table'
import { allowsCommand, deniesCommand } from './matches-command'

const words = (text: string): string[] => text.split(' ')
table([
  ['git status', 'git status'],
  ['git status', "  'git'  st\\atus\n"],
  ['git status', 'git status 2>/dev/null'],
  ['git status …', 'git status'],
  ['git status …', 'git status lib app'],
  ['git log --oneline …', 'git log --oneline lib'],
  ['git log --format=* …', 'git log --format=%h lib'],
  ['echo *', "echo '*'"],
  ['cat src/*', 'cat ./src/a.ts'],
  ['cat .env', 'cat .env'],
  ['cat ../x', 'cat ../x'],
  ['timeout 60 npm test', 'timeout 60 npm test'],
  ['bash -c ls', "bash -c 'ls'"],
  ['scripts/* x', 'scripts/a x'],
])('a pattern allows what it says', (pattern, text) => {
  expect(allowsCommand(words(pattern), readShell(text))).toBe(true)
})

table([
  ['git status', 'git status x'],
  ['git …', 'git log -p'],
  ['git * …', 'git --exec-path=x'],
  ['cat src/*', 'cat src/a/b'],
  ['cat src/*', 'cat src/../x'],
  ['cat …', 'cat ../x'],
  ['cat …', 'cat a/.env'],
  ['cp --target=* x', 'cp --target=.git x'],
  ['pytest*', './pytest'],
  ['…', 'ls'],
  ['timeout 60 …', 'timeout 60 npm test'],
  ['timeout * npm test', 'timeout 60 npm test'],
  ['* -c ls', 'bash -c ls'],
  ['echo …', `echo ${'a '.repeat(400)}`],
  ['echo …', `echo ${'a:'.repeat(400)}`],
])('a pattern does not allow what goes further', (pattern, text) => {
  expect(allowsCommand(words(pattern), readShell(text))).toBe(false)
})

table([
  ['git push …', 'git push --force', 'certain'],
  ['git push', 'git push', 'certain'],
  ['…', 'ls', 'certain'],
  ['/bin/rm …', '/bin/rm x', 'certain'],
  ['rm src/*', 'rm ./src/a', 'certain'],
  ['rm src/a', 'rm src//a', 'certain'],
  ['rm -rf …', 'rm -rf x', 'certain'],
  ['rm -rf …', 'rm x -rf', 'possible'],
  ['rm -rf …', 'rm -r -f x', 'possible'],
  ['rm -rf …', 'rm -vfr x', 'possible'],
  ['rm -rf …', 'rm x', 'none'],
  ['git push …', 'git -C x push', 'possible'],
  ['git push --force …', 'git push origin --forc', 'possible'],
  ['git push --force …', 'git push origin main', 'none'],
  ['git push …', 'git $x', 'possible'],
  ['rm src/*', 'rm x/../src/a', 'possible'],
  ['git', 'git status', 'none'],
  ['git push', 'git push origin', 'none'],
  ['git push', 'git -C x push', 'possible'],
  ['rm …', 'echo rm', 'none'],
  ['rm …', 'command -v rm', 'none'],
  ['rm …', 'rmdir x', 'none'],
  ['rm …', "echo 'a", 'possible'],
])('a denial is certain, or may be, or is none', (pattern, text, match) => {
  expect(deniesCommand(words(pattern), readShell(text))).toBe(match)
})
