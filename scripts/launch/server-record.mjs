import fs from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Fault } from '../process/fault.mjs'
import { listenError } from '../process/port.mjs'
import { isEntryAlive, pidOf } from '../process/process-entry.mjs'
import { endGroup } from '../process/run-command.mjs'

const fileOf = ({ dataDir, port }) => path.join(dataDir, 'servers', String(port))

/** Notes who serves on a port, so that the next launcher knows what it finds there. Returns what forgets it. */
export function noteServer(settings, { launcher, server }) {
  const file = fileOf(settings)
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, `${launcher}\n${server}`)
  return () => fs.rmSync(file, { force: true })
}

/**
 * Sees to it that we may listen on HOST and PORT. A server of ours whose launcher was killed is about to end: it
 * is waited for, and after ten seconds ended.
 */
export async function claimPort(settings, { say, signal }) {
  for (let waited = 0; ; waited++) {
    const code = await listenError(settings.port, settings.host)
    if (code === undefined) return
    const orphan = code === 'EADDRINUSE' ? orphanOn(settings) : undefined
    if (orphan === undefined) throw portFault(code, settings)
    if (waited === 0) say('waiting for the last server to end')
    if (waited === 100) endGroup(pidOf(orphan), 'SIGKILL')
    await wait(100, undefined, { signal })
  }
}

function orphanOn(settings) {
  const [launcher, server] = readRecord(settings)
  return server && !isEntryAlive(launcher) && isEntryAlive(server) ? server : undefined
}

function readRecord(settings) {
  const file = fileOf(settings)
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').split('\n') : []
}

function portFault(code, settings) {
  const { host, port } = settings
  const [launcher] = readRecord(settings)
  if (code === 'EADDRINUSE' && launcher && isEntryAlive(launcher)) {
    const pid = pidOf(launcher)
    return new Fault(
      `Countersign runs on port ${port} already (process ${pid}): use that one, stop it, or set PORT.`,
    )
  }
  if (code === 'EADDRINUSE')
    return new Fault(`Port ${port} is taken by another program: stop that, or set PORT.`)
  if (code === 'EACCES')
    return new Fault(`This account may not listen on port ${port}: set PORT to 1024 or more.`)
  return new Fault(
    `HOST ${host} is no address of this machine (${code}): correct HOST, or leave it out for 127.0.0.1.`,
  )
}
