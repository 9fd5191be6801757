import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { Fault } from './fault.mjs'

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
