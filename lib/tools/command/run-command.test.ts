import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { plain } from '@/lib/messages/phrase'
import { BUILTIN_TOOLS } from '../builtin-tools'
import type { ToolOutcome } from '../define-tool'
import { createRegistry, type Registry } from '../registry'
import { LeaseLapsed } from '../run-tool'
import { openSandbox, type Sandbox } from '../sandbox/sandbox'
import { isRunning } from '../testing/is-running'
import { hash, type Options, temporaryWorkspace } from '../testing/temporary-workspace'
import { runCommandIn } from './run-command'

let sandbox: Sandbox
let tools: Registry

beforeAll(async () => {
  sandbox = await openSandbox({ kind: 'bubblewrap', read: [] })
  tools = createRegistry([runCommandIn(sandbox)], hash)
})

type Ran = { outcome: ToolOutcome; text: string; details: Record<string, unknown> }

const ran = (outcome: ToolOutcome): Ran => ({
  outcome,
  text: 'text' in outcome ? outcome.text : '',
  details: 'details' in outcome ? (outcome.details ?? {}) : {},
})

const inWorkspace = (registry = tools) => {
  const workspace = temporaryWorkspace(registry)
  const run = async (command: string, more: object = {}, options: Options = {}) =>
    ran(await workspace.runs('run_command', { command, ...more }, options))
  return { ...workspace, run }
}

test('the sandbox works on this machine', () => {
  expect(sandbox).toMatchObject({ kind: 'bubblewrap', read: [] })
})

describe('a command', () => {
  test('prints, errors in their place, and ends with its code', async () => {
    const { run } = inWorkspace()
    expect(await run('echo one; echo two >&2; echo three; exit 7')).toMatchObject({
      text: 'one\ntwo\nthree\nExit code 7.',
      outcome: { kind: 'error' },
      details: { exitCode: 7, bytes: 14, truncated: false, timedOut: false },
    })
    expect(await run('true')).toMatchObject({ text: 'It printed nothing.', outcome: { kind: 'ok' } })
  })

  test('works in the workspace, and in a folder of it', async () => {
    const { run, put, read } = inWorkspace()
    put('notes/today.md', 'tea\n')
    await run('cat today.md > copy.md; pwd > where.txt', { cwd: 'notes' })
    expect(read('notes/copy.md')).toBe('tea\n')
    expect(read('notes/where.txt')).toBe('/workspace/notes\n')
  })

  test('has no input, and a killed part of it says so', async () => {
    const { run } = inWorkspace()
    expect(await run('cat; kill -SEGV $$')).toMatchObject({ details: { exitCode: 139 } })
  })

  test('is refused in a folder that is not there, with what to mend', async () => {
    const { previews } = inWorkspace()
    expect(await previews('run_command', { command: 'ls', cwd: 'nowhere' })).toMatchObject({
      kind: 'error',
      errors: [{ path: '/cwd' }],
    })
  })
})

describe('from inside', () => {
  test('nothing of the server can be seen: no variable, no process, no file, no neighbour', async () => {
    const { run, outside, outsideIsUntouched } = inWorkspace()
    process.env.COUNTERSIGN_CANARY = 'CANARY in the environment'
    const look = `env; cat /proc/1/environ | tr '\\0' '\\n'; ps ax 2>/dev/null; ls -a / /home /root /etc /work /var 2>&1; cat ${outside}/canary.txt /etc/passwd /etc/shadow; echo x > ${outside}/canary.txt; ls /proc | grep -c '^[0-9]'`
    const { text } = await run(look)
    delete process.env.COUNTERSIGN_CANARY
    expect(text).not.toContain('CANARY')
    expect(text).not.toMatch(/DATABASE_URL|COUNTERSIGN|root:/)
    expect(outsideIsUntouched()).toBe(true)
  })

  test('there are no rights: nobody is root, the system is read-only, no namespace can be made', async () => {
    const { run } = inWorkspace()
    const { text } = await run(
      'id -u; grep CapEff /proc/self/status; touch /usr/x; mount -t tmpfs x /mnt; unshare -U true; chroot / true; echo done',
    )
    expect(text).toContain('1000\nCapEff:\t0000000000000000')
    expect(text).toMatch(/touch: .*Read-only file system/)
    expect(text).toMatch(/unshare: .*failed/)
  })

  test('the kernel can be told nothing, and no key of the machine can be read', async () => {
    const { run } = inWorkspace()
    const { text } = await run(
      'for file in kernel/core_pattern vm/drop_caches kernel/hostname; do (: >> /proc/sys/$file) 2>/dev/null && echo $file; done; ls -d /etc/ssl/private /etc/pki/tls/private 2>/dev/null; true',
    )
    expect(text).toBe('It printed nothing.')
  })

  test('the network is the loopback of the sandbox, unless it was asked for', async () => {
    const { run } = inWorkspace()
    const interfaces = 'tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d " "'
    expect((await run(interfaces)).text.trim()).toBe('lo')
    const here = execFileSync('bash', ['-c', interfaces]).toString().trim()
    expect((await run(interfaces, { network: true })).text.trim()).toBe(here)
  })

  test('what the installation lives by is hidden, where it lies in the workspace', async () => {
    const { run, put, at, read } = inWorkspace()
    put('own/secret.txt', 'CANARY')
    put('heads.txt', 'CANARY')
    const closed = [at('own'), at('heads.txt')].map(path => ({ path, stays: true }))
    const harms = 'cat own/* heads.txt; echo x > heads.txt; echo x > own/new; rm -rf own heads.txt'
    const { text } = await run(harms, {}, { closed })
    expect(text).not.toContain('CANARY')
    expect([read('own/secret.txt'), read('heads.txt')]).toEqual(['CANARY', 'CANARY'])
    expect(existsSync(at('own/new'))).toBe(false)
  })

  test('what is above that cannot be renamed, and once it was by others no tool runs', async () => {
    const registry = createRegistry([...BUILTIN_TOOLS, runCommandIn(sandbox)], hash)
    const { run, runs, put, at } = inWorkspace(registry)
    put('inner/deep/own/secret.txt', 'CANARY')
    const closed = [{ path: at('inner/deep/own'), stays: true }]
    const moves = 'mv inner moved; mv inner/deep inner/other; cat */*/*/secret.txt'
    expect((await run(moves, {}, { closed })).text).not.toContain('CANARY')
    expect(existsSync(at('inner/deep/own/secret.txt'))).toBe(true)
    const kinds = async () => [
      (await runs('list_files', {}, { closed })).kind,
      (await runs('write_file', { path: 'new', content: 'x' }, { closed })).kind,
      (await runs('task_complete', {}, { closed })).kind,
      (await run('true', {}, { closed })).outcome.kind,
    ]
    expect(await kinds()).toEqual(Array(4).fill('ok'))
    renameSync(at('inner'), at('moved'))
    expect(await kinds()).toEqual(Array(4).fill('error'))
    renameSync(at('moved'), at('inner'))
    expect(await kinds()).toEqual(Array(4).fill('ok'))
  })
})

test('a command cannot say of itself that it never began, by which it would run again', async () => {
  const { run, read } = inWorkspace()
  // It takes the descriptor from the process that began it, where the kernel lets it: pidfd_open, then pidfd_getfd.
  const forge = `perl -e '
    my $process = syscall(434, 2, 0);
    my $taken = syscall(438, $process, 4, 0);
    open(my $report, ">&=", $taken) or exit;
    syswrite($report, "moved\\n");'`
  const { outcome } = await run(`echo ran >> ran.txt; ${forge}; true`)
  expect(outcome.kind).toBe('ok')
  expect(read('ran.txt')).toBe('ran\n')
})

test('a command never began where the sandbox cannot be made, and that is said', async () => {
  const { run } = inWorkspace(
    createRegistry([runCommandIn({ kind: 'bubblewrap', read: ['/etc/hostname/below'] })], hash),
  )
  const { outcome, text } = await run('true')
  expect([outcome.kind, text]).toEqual(['error', expect.stringMatching(/^It did not begin: the sandbox/)])
})

describe('limits', () => {
  test('what it leaves running is ended with it, and named', async () => {
    const { run, at } = inWorkspace()
    const { text, details } = await run(
      `(sleep ${long(1)}; touch late) & setsid sleep ${long(2)} & until [ "$(cat /proc/[0-9]*/comm | grep -c ^sleep)" = 2 ]; do :; done; echo begun`,
    )
    expect(text).toMatch(/^begun\n[23] processes that it left running were ended with it: .*sleep/)
    expect(details.left).toContain('sleep')
    expect(isRunning(`sleep ${long(1)}`) || isRunning(`sleep ${long(2)}`)).toBe(false)
    expect(existsSync(at('late'))).toBe(false)
  })

  test('its own time', async () => {
    const { run } = inWorkspace()
    const { text, details } = await run(`echo begun; trap "" TERM INT; sleep ${long(3)}`, { timeoutMs: 300 })
    expect(text).toBe(
      'begun\nEnded after 300 milliseconds, as it asked for. What it had done by then stays done.',
    )
    expect(details).toMatchObject({ timedOut: true })
    expect(isRunning(`sleep ${long(3)}`)).toBe(false)
  })

  test('a stop ends all of it', async () => {
    const { run } = inWorkspace()
    const stop = new AbortController()
    const onOutput = (text: string) => text.includes('begun') && stop.abort()
    const { text } = await run(
      `echo begun; sleep ${long(4)} & sleep ${long(4)}`,
      {},
      { signal: stop.signal, onOutput },
    )
    expect(text).toBe('begun\nEnded before its time. What it had done by then stays done.')
    expect(isRunning(`sleep ${long(4)}`)).toBe(false)
  })

  test('sizes of files, and memory', async () => {
    const { run } = inWorkspace()
    const { text } = await run('ulimit -f; ulimit -d; ulimit -c')
    expect(text).toBe('2097152\n4194304\n0')
  })

  test('of much output the beginning and the end are kept, and its size is known', async () => {
    const { run } = inWorkspace()
    const { text, details } = await run('echo first; head -c 3000000 /dev/zero | tr "\\0" x; echo; echo last')
    expect(text.startsWith('first\n')).toBe(true)
    expect(text.endsWith('x\nlast')).toBe(true)
    expect(text).toMatch(/\[[\d,]+ bytes left out\]/)
    expect(text.length).toBeLessThan(500_000)
    expect(details).toMatchObject({ bytes: 3_000_012, truncated: true })
  })
})

describe('the lease', () => {
  test('is read immediately before it begins: without it nothing runs', async () => {
    const { run, at } = inWorkspace()
    const beforeEffect = () => {
      throw new LeaseLapsed()
    }
    const { outcome } = await run('touch ran', {}, { beforeEffect })
    expect(outcome).toEqual({ kind: 'lapsed' })
    expect(existsSync(at('ran'))).toBe(false)
  })

  test('ends it where it lapses, which is not taken for nothing done', async () => {
    const { run } = inWorkspace()
    let asked = 0
    const beforeEffect = () => {
      asked += 1
      if (asked > 1) throw new LeaseLapsed()
    }
    const { text, outcome } = await run(`echo begun; sleep ${long(5)}`, {}, { beforeEffect })
    expect(outcome.kind).toBe('error')
    expect(text).toMatch(/^begun\nEnded, since the server lost its hold/)
    expect(isRunning(`sleep ${long(5)}`)).toBe(false)
  })
})

describe('what was shown', () => {
  test('is what runs: a workspace that was exchanged, or another sandbox, is looked at anew', async () => {
    const { previews, performs, root, at } = inWorkspace()
    mkdirSync(at('deep'))
    const args = { command: "touch 'ran'", cwd: 'deep' }
    const shown = await previews('run_command', args)
    if (shown.kind !== 'preview') throw new Error(shown.message)
    expect(shown.preview).toMatchObject({
      kind: 'command',
      command: { argv: ['touch', 'ran'], text: "touch 'ran'", cwd: 'deep', sandboxed: true, network: false },
      preconditions: [{ path: 'deep', hash: 'folder' }],
    })
    renameSync(at('deep'), at('moved'))
    symlinkSync(at('moved'), at('deep'))
    expect(await performs('run_command', args, { preview: shown.preview })).toEqual({ kind: 'drifted' })
    const unsandboxed = temporaryWorkspace(createRegistry([runCommandIn({ kind: 'none' })], hash))
    expect(await unsandboxed.performs('run_command', args, { preview: shown.preview })).toEqual({
      kind: 'drifted',
    })
    expect(existsSync(join(root, 'moved/ran'))).toBe(false)
  })
})

describe('without a sandbox', () => {
  test('by the owner’s choice it runs as the server does, and says so before', async () => {
    const { previews, run, read } = inWorkspace(createRegistry([runCommandIn({ kind: 'none' })], hash))
    const shown = await previews('run_command', { command: 'id' })
    expect(shown).toMatchObject({
      preview: { command: { sandboxed: false, network: true } },
      risks: [{ level: 'high', reason: 'Runs without a sandbox, with the server’s own rights' }],
    })
    expect(await run(`id -u > who; sleep ${long(6)} & exit 3`)).toMatchObject({ details: { exitCode: 3 } })
    expect(read('who').trim()).toBe(String(process.getuid?.()))
    expect(isRunning(`sleep ${long(6)}`)).toBe(false)
  })

  test('that is missing the tool is off, and says how to turn it on', async () => {
    const off = createRegistry([runCommandIn({ kind: 'unavailable', reason: plain('Install it.') })], hash)
    expect(off.list()).toMatchObject([{ name: 'run_command', enabled: false, unavailable: 'Install it.' }])
    expect(await inWorkspace(off).previews('run_command', { command: 'id' })).toMatchObject({
      kind: 'error',
      message: 'run_command is off. Install it.',
    })
  })
})

/** So many seconds that no other process of this machine sleeps for them. */
const long = (n: number): string => `9${process.pid}${n}`
