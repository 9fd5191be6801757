/** A word of a command; null where it is known only when it runs: then it may be any words, or none. */
export type ShellWord = string | null

/** What a command runs by its arguments: other commands, and texts that a shell reads. */
type Inner = { commands: ShellWord[][]; scripts: string[] }

const NOTHING: Inner = { commands: [], scripts: [] }

/** A command of which nothing can be told. */
export const ANY_COMMAND: ShellWord[] = [null]
const ANYTHING: Inner = { commands: [ANY_COMMAND], scripts: [] }

export const nameOfCommand = ([first]: ShellWord[]): string | null =>
  first ? first.slice(first.lastIndexOf('/') + 1) : null

const setOf = (names: string): Set<string> => new Set(names.split(' '))

export const SHELLS = setOf('sh bash dash ash zsh ksh mksh rbash fish csh tcsh busybox-sh pwsh')

/** Builtins by which a later command becomes another one, or which run what they are told later. */
const TURNING = setOf('. source alias hash enable bind complete compgen mapfile readarray fc')

/** Those that run the command behind them, and their options as getopt has them: a colon after those with a value. */
const WRAPPERS: Record<string, string> = {
  sudo: 'u:g:h:p:C:D:R:T:U:r:t:a:c:AbBEeHiKklNnPSsVv',
  doas: 'a:C:u:Lns',
  env: 'u:C:a:iv0',
  setsid: 'cfw',
  time: 'f:o:apqv',
  command: 'pvV',
  exec: 'a:cl',
  timeout: 'k:s:fpv',
  nice: 'n:',
  ionice: 'c:n:t',
  chrt: 'T:P:D:abdfimoprRv',
  taskset: 'ac',
  stdbuf: 'i:o:e:',
  unbuffer: 'p',
  unshare: 'CfimnprTuUw',
  fakeroot: 'l:s:i:b:uv',
  strace: 'a:b:e:E:I:o:O:p:P:s:S:u:U:X:cCdDfFhiknqrtTvVwxyzZ',
  ltrace: 'a:A:D:e:F:l:n:o:p:s:u:w:x:bcCfhiLrStTV',
  xargs: 'a:d:E:I:L:n:P:s:0oprtx',
  parallel: 'a:d:I:j:L:n:N:S:0kmqtuvX',
  watch: 'n:q:s:bcCdegprtvwx',
  npx: 'p:y',
  'systemd-run': 'E:H:M:p:u:dGPqrStT',
}

/** The same, of whose options nothing is known. */
const PLAIN_WRAPPERS = setOf(
  'pkexec nohup builtin coproc chroot setpriv prlimit busybox toybox bunx catchsegv dbus-run-session',
)

/** An operand of theirs stands before the command. */
const WITH_OPERAND = setOf('timeout chrt taskset chroot')

/** The long options without a value, of all of them: of others it cannot be told where the command begins. */
const LONG_FLAGS = setOf(
  '-- --ignore-environment --null --no-run-if-empty --verbose --preserve-status --foreground --yes --non-interactive --login --preserve-env --background --stdin --interactive --wait --fork',
)

/** What a command of these words runs, as far as its words say. */
export function innerCommands(words: ShellWord[]): Inner {
  const name = nameOfCommand(words)
  if (name === null) return NOTHING
  const rest = words.slice(1)
  if (SHELLS.has(name)) return shellScript(rest)
  if (TURNING.has(name)) return ANYTHING
  if (name === 'eval') return script(withoutEnd(rest))
  if (name === 'trap') return script(withoutEnd(rest).slice(0, 1))
  if (name === 'su' || name === 'runuser' || name === 'script' || name === 'flock') return afterOption(rest)
  if (name === 'ssh') return ANYTHING
  if (name === 'find' || name === 'fd' || name === 'fdfind') return { ...NOTHING, commands: executed(rest) }
  if (name === 'env') return environment(rest)
  if (name === 'command' && /^-[pvV]*[vV]/.test(rest[0] ?? '')) return NOTHING
  return Object.hasOwn(WRAPPERS, name) || PLAIN_WRAPPERS.has(name) ? wrapped(name, rest) : NOTHING
}

/** `--` ends options, and is no word of what follows. */
const withoutEnd = (words: ShellWord[]): ShellWord[] => (words[0] === '--' ? words.slice(1) : words)

/** Words that a shell reads as one text. */
function script(words: ShellWord[]): Inner {
  const plainWords = words.filter(word => word !== null)
  return plainWords.length === words.length ? { commands: [], scripts: [plainWords.join(' ')] } : ANYTHING
}

/** `bash -c text`: the text is the first word that is no option. Without it a shell reads a file or its input. */
function shellScript(words: ShellWord[]): Inner {
  let [at, isText] = [0, false]
  for (; at < words.length; at += 1) {
    const word = words[at]
    if (word === null || word === undefined) return ANYTHING
    if (word !== '-' && !/^[-+]./.test(word)) break
    if (/^-[A-Za-z]*c/.test(word)) isText = true
    if (/^[-+][A-Za-z]*[oO]$|^--(?:rcfile|init-file)$/.test(word)) at += 1
    if (word === '--' || word === '-') {
      at += 1
      break
    }
  }
  return isText && at < words.length ? script(words.slice(at, at + 1)) : ANYTHING
}

/** `su -c text`, `flock file command`: the text, or anything. */
function afterOption(words: ShellWord[]): Inner {
  const at = words.findIndex(word => word === '-c' || word === '--command')
  const text = words[at + 1]
  return at >= 0 && text ? { commands: [ANY_COMMAND], scripts: [text] } : ANYTHING
}

/** `env -S text` splits the text into words by rules of its own, much like those of a shell. */
function environment(words: ShellWord[]): Inner {
  const at = words.findIndex(word => word !== null && /^-[A-Za-z0]*S|^--s/.test(word))
  const word = words[at]
  if (!word) return wrapped('env', words[0] === '-' ? words.slice(1) : words)
  const [, own = ''] = /^(?:-[A-Za-z0]*?S|--[a-z-]+=)(.*)$/s.exec(word) ?? []
  const rest = [own, ...words.slice(at + 1)].filter(part => part !== '')
  return { commands: [ANY_COMMAND], scripts: script(rest).scripts }
}

const EXECUTES = /^(?:-exec|-execdir|-ok|-okdir|-x|-X|--exec|--exec-batch)$/

/** `find … -exec command ;`, and what other programs call the same. */
function executed(words: ShellWord[]): ShellWord[][] {
  const commands: ShellWord[][] = []
  let command: ShellWord[] | null = null
  for (const word of words) {
    if (word === ';' || word === '+') command = null
    else if (command) command.push(word?.includes('{') ? null : word)
    else if (word !== null && EXECUTES.test(word)) {
      command = []
      commands.push(command)
    }
  }
  return commands
}

function wrapped(name: string, words: ShellWord[]): Inner {
  const { at, isSure } = afterOptions(words, WRAPPERS[name] ?? '')
  let start = at + (WITH_OPERAND.has(name) ? 1 : 0)
  while (/^\w+=/.test(words[start] ?? '')) start += 1
  const isOpen = !isSure || words.slice(0, start).includes(null)
  const command = words.slice(start)
  if (name === 'watch') return isOpen ? ANYTHING : script(command)
  const feeds = name === 'xargs' || name === 'parallel'
  const inner = feeds ? [...command.map(word => (word?.includes('{') ? null : word)), null] : command
  const commands = command.length > 0 ? [inner] : []
  return { commands: isOpen ? [...commands, ANY_COMMAND] : commands, scripts: [] }
}

/** Where the options end. Not sure: one of them is unknown, and may have the next word for its value. */
function afterOptions(words: ShellWord[], options: string): { at: number; isSure: boolean } {
  let [at, isSure] = [0, true]
  for (; at < words.length; at += 1) {
    const word = words[at] ?? ''
    if (!/^-./.test(word)) break
    if (word === '--') return { at: at + 1, isSure }
    if (word.startsWith('--')) isSure &&= word.includes('=') || LONG_FLAGS.has(word)
    else {
      const letters = [...word.slice(1)]
      const valued = letters.findIndex(letter => options.includes(`${letter}:`))
      const flags = valued < 0 ? letters : letters.slice(0, valued)
      isSure &&= flags.every(letter => options.includes(letter))
      if (valued === letters.length - 1) at += 1
    }
  }
  return { at, isSure }
}
