import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Deps } from '@/lib/agent/process/deps'
import { headsLine } from '@/lib/record/kept-heads'
import { databaseNow } from '@/lib/store/connection/sql'
import { INSTALLATION_CHAIN } from '@/lib/store/record/event'
import { storedHead } from '@/lib/store/record/record'

/**
 * A file outside of the database, to which signed heads are appended: after each Run that ends in this process, that of
 * its session and that of the installation. A file that cannot be written is told, and never holds a Run back: the head
 * of a later Run says all that this one would.
 */
export function keepHeads(deps: Pick<Deps, 'db' | 'bus' | 'signer' | 'clock' | 'log'>, file: string) {
  const fullPath = path.resolve(file)
  let fault: string | null = null
  let last: Promise<void> = Promise.resolve()
  const keep = async (sessionId: string): Promise<void> => {
    try {
      const { db, signer, clock } = deps
      const chains = [await storedHead(db, sessionId), await storedHead(db, INSTALLATION_CHAIN)]
      const at = await databaseNow(db, clock.offsetMs)
      const heads = chains.filter(head => head !== null)
      await append(fullPath, headsLine({ at, publicKey: signer.publicKey, heads }))
      if (fault) deps.log('info', 'The file of heads is written again', { path: fullPath })
      fault = null
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      if (reason !== fault)
        deps.log('error', 'The signed head could not be written', { path: fullPath, error: reason })
      fault = reason
    }
  }
  const unsubscribe = deps.bus.subscribe((note, facts) => {
    if (note.kind !== 'events' || !facts.some(({ type }) => type === 'run.ended')) return
    last = last.then(() => keep(note.sessionId))
  })
  return {
    path: fullPath,
    /** Why the last head could not be written, or null. */
    fault: () => fault,
    /** Resolves when what was to be written is, as far as it can be. */
    close: () => {
      unsubscribe()
      return last
    },
  }
}

/** On disk before this resolves. Several processes may append; a line that was torn by a full disk spoils no other. */
async function append(fullPath: string, line: string): Promise<void> {
  const file = await open(fullPath, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const last = size === 0 ? '\n' : (await file.read(Buffer.alloc(1), 0, 1, size - 1)).buffer.toString()
    await file.appendFile(last === '\n' ? line : `\n${line}`)
    await file.sync()
  } finally {
    await file.close()
  }
}
