import { homedir } from 'node:os'
import { bubblewrapArguments, CLEAN_PATH, INSIDE, type SandboxView } from './bubblewrap-arguments'
import { limitProcesses, MOST_PROCESSES, type Sandbox } from './sandbox'

/** What each process of a command may use: processes, open files, bytes of a file and of memory. */
export const LIMITS = `ulimit -c 0 -u ${MOST_PROCESSES} -n 4096 -f 2097152 -d 4194304`

/**
 * The first line that is written to descriptor 4, before there is a command that could write to it: whether the command
 * begins, or does not, since its folder was exchanged after it was looked at.
 */
export const BEGAN = 'began'
export const MOVED = 'moved'

/**
 * Runs the command of `$2` in the folder whose number is `$1`, and writes to descriptor 4 the names of what the command
 * leaves running: that ends with it.
 */
const INSIDE_SANDBOX = `
[ "$(stat -c %d:%i ${INSIDE})" = "$1" ] || { echo ${MOVED} >&4; exit 1; }
echo ${BEGAN} >&4
exec 2>&1
${LIMITS}
bash -c "$2" 4>&-
code=$?
for process in /proc/[0-9]*; do
  id=\${process#/proc/}
  [ "$id" = 1 ] || [ "$id" = $$ ] || { read -r name < "$process/comm" && printf '%s\\n' "$name"; }
done >&4 2>/dev/null
exit $code
`

const WITHOUT_SANDBOX = `
cd -- "$3" && [ "$(stat -c %d:%i -- "$4")" = "$1" ] || { echo ${MOVED} >&4; exit 1; }
echo ${BEGAN} >&4
exec 2>&1 4>&-
${LIMITS}
exec bash -c "$2"
`

/** A command, and where it runs: `key` is `device:number` of the folder of `view`. */
export type CommandSetup = { command: string; view: SandboxView; key: string }

/** What is to be started for a command. */
export function commandProgram(
  sandbox: Exclude<Sandbox, { kind: 'unavailable' }>,
  { command, view, key }: CommandSetup,
): string[] {
  if (sandbox.kind === 'bubblewrap') {
    const inside = ['/bin/bash', '-c', INSIDE_SANDBOX, 'countersign', key, command]
    return limitProcesses(sandbox, ['bwrap', ...bubblewrapArguments(view), '--', ...inside])
  }
  const cwd = view.cwd === '' ? view.folder : `${view.folder}/${view.cwd}`
  const environment = [`HOME=${homedir()}`, `PATH=${process.env.PATH ?? CLEAN_PATH}`, 'TERM=dumb']
  const outside = ['/bin/bash', '-c', WITHOUT_SANDBOX, 'countersign', key, command, cwd, view.folder]
  return ['/usr/bin/env', ...environment, ...outside]
}
