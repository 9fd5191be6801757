const PATTERN = /^\.countersign-(\d{1,10})-([0-9a-z]{1,12})-\d{1,10}\.tmp$/

/** Tells this process from an earlier one with the same id, as every start of a container has. */
const START = Math.floor(performance.timeOrigin).toString(36)

let last = 0

/** A name for a file that is not finished. It says which process writes it; uniqueness is up to O_EXCL. */
export function temporaryName(): string {
  last += 1
  return `.countersign-${process.pid}-${START}-${last}.tmp`
}

export const isTemporaryName = (name: string): boolean => PATTERN.test(name)

/** True for the temporary file of a process that is gone and so will never finish it. */
export function isLeftover(name: string): boolean {
  const [, pid, start] = PATTERN.exec(name) ?? []
  if (pid === undefined) return false
  return Number(pid) === process.pid ? start !== START : !isAlive(Number(pid))
}

/** A process that may not be signalled is alive. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
