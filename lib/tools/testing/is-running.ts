import { execFileSync } from 'node:child_process'

/** Whether a process is there whose command line begins with these words. */
export function isRunning(words: string): boolean {
  try {
    execFileSync('pgrep', ['-f', `^${words}( |$)`])
    return true
  } catch {
    return false
  }
}
