import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Fault } from '../process/fault.mjs'

/**
 * Postgres refuses to run as root. Started by root it runs as the account that owns the cluster already, else as
 * an unprivileged one that exists; no account is made. Undefined: as ourselves.
 *
 * @returns {{ name: string, uid: number, gid: number } | undefined}
 */
export function postgresAccount(cluster) {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const owner = fs.statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) {
    const name = accounts.find(one => one.uid === owner.uid)?.name ?? `user ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }
  const found = ['postgres', 'nobody', 'daemon'].flatMap(name => accounts.filter(one => one.name === name))[0]
  if (found) return found
  throw new Fault(
    'Postgres does not run as root, and this machine has neither a postgres nor a nobody account: start as another user, or set DATABASE_URL.',
  )
}

function readAccounts() {
  const text = fs.readFileSync('/etc/passwd', 'utf8')
  return text.split('\n').flatMap(line => {
    const [name, , uid, gid] = line.split(':')
    return name && uid ? [{ name, uid: Number(uid), gid: Number(gid) }] : []
  })
}

/** Whether the account can enter a folder, or run a file. */
export function canReach(file, account) {
  if (!account) return true
  const { status, error } = spawnSync('/bin/sh', ['-c', 'test -x "$0"', file], {
    uid: account.uid,
    gid: account.gid,
    cwd: '/',
    stdio: 'ignore',
  })
  if (error?.code === 'EPERM') {
    throw new Fault(
      `Postgres does not run as root, and this root may not become ${account.name}: start as another user, or set DATABASE_URL.`,
    )
  }
  return status === 0
}

/** Descriptors below this are a program's input, output and errors. */
const FIRST = 3

/** Whether a process reaches what it was given open, by whatever folders it could not pass to get there. */
export const hasDescriptors = process.platform === 'linux' && fs.existsSync('/proc/self/fd')

/**
 * Opens files and folders for a program that runs as another account and may not pass the folders above them. `paths`
 * are those at which it finds them, `descriptors` what it is to inherit after its output; both in the order given.
 *
 * @param {string[]} names
 * @returns {{ paths: string[], descriptors: number[], close: () => void }}
 */
export function openForChild(names) {
  const descriptors = names.map(name => fs.openSync(name, fs.constants.O_RDONLY))
  return {
    descriptors,
    paths: names.map((_, at) => `/proc/self/fd/${FIRST + at}`),
    close: () => {
      for (const descriptor of descriptors) fs.closeSync(descriptor)
    },
  }
}
