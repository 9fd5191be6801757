import { expect, test } from 'vitest'
import { createRegistry } from '../registry'
import { hash, temporaryWorkspace } from '../testing/temporary-workspace'
import { runCommandIn } from './run-command'

const tools = createRegistry([runCommandIn({ kind: 'bubblewrap', read: [] })], hash)

test('what the shell takes as words is told where the text does not show it plainly', async () => {
  const { previews } = temporaryWorkspace(tools)
  const told = async (command: string) => {
    const shown = await previews('run_command', { command })
    if (shown.kind !== 'preview') throw new Error(shown.message)
    const { words, unread } = shown.preview.command ?? {}
    return unread ?? words ?? 'plain'
  }
  expect(await told('  git  status ')).toBe('plain')
  expect(await told('git status 2>/dev/null')).toEqual([['git', 'status']])
  expect(await told("rm 'a b'")).toEqual([['rm', 'a b']])
  expect(await told('cat a\\ b "c" | sort -u > out; echo $HOME *.md')).toEqual([
    ['cat', 'a b', 'c'],
    ['sort', '-u'],
    ['echo', null, null],
  ])
  expect(await told("bash -c 'rm -r x'")).toEqual([
    ['bash', '-c', 'rm -r x'],
    ['rm', '-r', 'x'],
  ])
  expect(await told('echo "')).toMatch(/parsed/)
  expect(await told('true;'.repeat(60))).toBe('It holds more than 50 commands.')
})

test('the files that redirections write are told, wherever they stand, and one that nobody can know before', async () => {
  const { previews } = temporaryWorkspace(tools)
  const told = async (command: string) => {
    const shown = await previews('run_command', { command })
    if (shown.kind !== 'preview') throw new Error(shown.message)
    return shown.preview.command?.writes
  }
  expect(await told('echo a > .bashrc; echo b >>"my log" 2>&1')).toEqual(['.bashrc', 'my log'])
  expect(await told("bash -c 'ls &> all' >| $HOME/x")).toEqual(['all', null])
  expect(await told('> only')).toEqual(['only'])
  expect(await told('sort < in > /dev/null 2>&1')).toBeUndefined()
  expect(await told('git status')).toBeUndefined()
  expect(await told('echo a >b;'.repeat(60))).toBeUndefined()
})

test('what a command does by its words is told as its risk', async () => {
  const { previews } = temporaryWorkspace(tools)
  expect(await previews('run_command', { command: 'git status; rm -rf build', network: true })).toMatchObject(
    {
      preview: { command: { argv: ['bash', '-c', 'git status; rm -rf build'] } },
      risks: [
        { level: 'high', reason: 'Full network access, including localhost' },
        { level: 'high', reason: 'Deletes files' },
      ],
    },
  )
})
