import { nameOfCommand, SHELLS, type ShellWord } from '@/lib/text/shell/inner-commands'
import type { ShellReading } from '@/lib/text/shell/read-shell'
import type { RiskLevel } from '../call/tool'
import { isTrustedFile } from './trusted-files'

export type CommandRisk = { level: RiskLevel; reason: string }

type Row = CommandRisk & {
  names: RegExp
  /** What one of its words has to be; without it the name says all. */
  word?: RegExp
}

const row = (level: RiskLevel, reason: string, [names, word]: [RegExp, RegExp?]): Row =>
  word ? { level, reason, names, word } : { level, reason, names }

const DELETES = 'Deletes files'
const DISCARDS = 'Throws away changes that are not committed'
const CODE = 'Runs code that stands in its arguments'
const INSTALLS = 'Installs packages, which may run scripts of theirs'
const OTHERS = 'Talks to other machines'
const PYTHON = /^(?:python|pypy)[\d.]*$/
const MANAGER =
  /^(?:npm|pnpm|yarn|bun|pip[\d.]*|uv|poetry|pdm|conda|mamba|gem|bundle|cargo|go|composer|brew|apt|apt-get|dnf|yum|apk|pacman|zypper|snap|cpan|luarocks|mix|dotnet)$/

/** What commands do by their names and words, as their manuals have it; GTFOBins lists which of them run code. */
const ROWS: Row[] = [
  row('high', DELETES, [/^(?:rm|rmdir|unlink|shred|srm|wipe|trash)$/]),
  row('high', DELETES, [/^(?:find|rsync|fd)$/, /^-delete$|^--(?:delete|remove-source)/]),
  row('high', DELETES, [/^git$/, /^(?:clean|rm)$/]),
  row('high', DISCARDS, [/^git$/, /^(?:--hard|checkout|restore|stash|reset)$/]),
  row('high', 'Writes to disks or whole files', [/^(?:dd|mkfs.*|wipefs|fdisk|parted|truncate|mkswap)$/]),
  row('high', 'Runs as another user', [/^(?:sudo|su|doas|pkexec|runuser|setpriv|chroot|unshare|nsenter)$/]),
  row('high', 'Lets others run a file with the rights of its owner', [
    /^chmod$/,
    /^[ugoa]*[+=][rwxXt]*s|^0?[2-7][0-7]{3}$/,
  ]),
  row('high', 'Lets others run a file with the rights of its owner', [/^setcap$/]),
  row('medium', 'Changes who may use files', [/^(?:chmod|chown|chgrp|setfacl|chattr)$/]),
  row('high', 'Ends or signals other processes', [/^(?:kill|pkill|killall|killall5|xkill|skill|snice)$/]),
  row('high', 'Ends or signals other processes', [/^fuser$/, /^-[a-z]*k/]),
  row('high', 'Stops or changes the machine', [
    /^(?:shutdown|reboot|halt|poweroff|systemctl|service|mount|umount|modprobe|insmod|sysctl)$/,
  ]),
  row('medium', 'Goes on running in the background', [
    /^(?:nohup|setsid|disown|daemonize|tmux|screen|at|batch|crontab|systemd-run|coproc|bg)$/,
  ]),
  row('medium', 'Sends commits to another repository', [/^git$/, /^push$/]),
  row('high', CODE, [PYTHON, /^-[A-Za-z]*c/]),
  row('high', CODE, [/^(?:node|nodejs|bun|deno)$/, /^-[a-z]*[ep]|^--(?:eval|print|require|import)|^eval$/]),
  row('high', CODE, [/^(?:perl|ruby|lua[\d.]*|osascript|julia|Rscript|groovy|scala)$/, /^-[A-Za-z0-9]*[eE]/]),
  row('high', CODE, [/^php$/, /^-[rRB]/]),
  row('high', CODE, [/^[gmn]?awk$/, /system\s*\(|\||getline|@load|^-[fil]/]),
  row('high', CODE, [
    /^g?sed$/,
    /(?:^|[;{}/\d$\n])\s{0,9}e(?:\s|$)|[/|,#][gpimIM\d]*e[gpimIM\d]*(?:$|[;}\s])|^-f|^--file/,
  ]),
  row('high', CODE, [/^g?tar$/, /^--(?:to-c|checkpoint-a|use-c|rsh-c|info-s|new-volume-s)|^-[A-Za-z]*[IF]/]),
  row('high', CODE, [
    /^git$/,
    /^-c|^--(?:config-env|exec|upload-pack|receive-pack|ext-diff|open-files)|^ext::|^(?:bisect|submodule|filter-branch|config|alias|hook)$|^-O/,
  ]),
  row('high', CODE, [/^(?:find|fd|fdfind)$/, /^-(?:exec|execdir|ok|okdir|x|X)$|^--exec/]),
  row('high', CODE, [/^(?:vi|vim|nvim|view|ex|emacs|ed|gdb|lldb|expect|tclsh|sqlite3|psql|mysql)$/]),
  row('high', CODE, [/^(?:rsync|ssh|scp|sftp)$/, /^-[A-Za-z]*[eoSF]|^--rsh|ProxyCommand/]),
  row('high', CODE, [
    /^(?:sort|split|rg|zip|man|make|gmake|tcpdump|wget|docker|env)$/,
    /^--(?:compress-p|filter|pre|unzip-c|eval|use-askpass|split-string)|^-(?:TT|P|z|S)|^SHELL=/,
  ]),
  row('medium', 'Runs further commands', [
    /^(?:xargs|parallel|watch|eval|source|\.|exec|trap|flock|script|env|timeout|busybox|toybox|strace)$/,
  ]),
  row('medium', 'Runs a script or program of the folder', [
    /^(?:make|gmake|just|rake|gradle|mvn|ninja|cmake|tox)$/,
  ]),
  row('medium', 'Runs a script or program of the folder', [
    MANAGER,
    /^(?:run|run-script|test|start|exec|build)$/,
  ]),
  row('high', INSTALLS, [
    MANAGER,
    /^(?:i|in|install|ci|add|update|upgrade|get|require|create|init|dlx|sync|x|exec|-S|-Sy|-Syu)$/,
  ]),
  row('high', INSTALLS, [/^(?:npx|bunx|pnpx|uvx|pipx|easy_install|corepack)$/]),
  row('high', INSTALLS, [PYTHON, /^(?:pip|ensurepip|setup\.py)$/]),
  row('medium', OTHERS, [
    /^(?:curl|wget|ssh|scp|sftp|rsync|nc|ncat|netcat|socat|telnet|ftp|tftp|aria2c|dig|nslookup|http|https)$/,
  ]),
  row('medium', OTHERS, [/^git$/, /^(?:clone|fetch|pull|ls-remote)$/]),
  row('high', 'Sends files or data to other machines', [
    /^curl$/,
    /^-(?:d|F|T)|^--(?:data|form|upload|json)/,
  ]),
  row('high', 'Sends files or data to other machines', [/^(?:scp|sftp|nc|ncat|netcat|socat|ftp|tftp)$/]),
  row('high', 'Sends files or data to other machines', [/^wget$/, /^--(?:post|body)/]),
]

const FETCHES = /^(?:curl|wget|fetch|aria2c|nc|ncat|netcat|socat|http|https)$/
const INTERPRETS = /^(?:python|pypy)[\d.]*$|^(?:node|nodejs|bun|deno|perl|ruby|php|lua[\d.]*|eval|source|\.)$/
const OBEYED =
  /^(?:PATH|IFS|ENV|BASH_ENV|PS4|PROMPT_COMMAND|SHELLOPTS|EDITOR|VISUAL|.*PAGER|(?:LD|DYLD|GIT|npm_config)_.*|NODE_(?:OPTIONS|PATH)|PYTHON.*|PERL5.*|RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS)$/

/** So many redirections are looked at one by one. */
const MOST_WRITES = 50

/**
 * What a person should know of a command before they let it run, read from the command itself and never from what is
 * said about it. `cwd` is the folder it runs in, as a path of the workspace.
 */
export function commandRisks(
  reading: ShellReading,
  { network = false, cwd = '' }: { network?: boolean | undefined; cwd?: string | undefined } = {},
): CommandRisk[] {
  const risks: CommandRisk[] = network ? [{ level: 'medium', reason: 'May use the network' }] : []
  if (reading.kind === 'unreadable')
    return [{ level: 'high', reason: `Cannot be read as a command. ${reading.reason}` }, ...risks]
  const { commands, writes, assigns, isBackground } = reading
  for (const command of commands) risks.push(...risksOf(command))
  const targets = [...new Set(writes)].slice(0, MOST_WRITES)
  risks.push(...targets.map(target => writeRisk(target, cwd, commands)))
  if (writes.length > MOST_WRITES)
    risks.push({ level: 'high', reason: 'Writes more files than are looked at' })
  if (runsFetched(commands))
    risks.push({ level: 'high', reason: 'Runs a script that comes from the network' })
  if (isBackground) risks.push({ level: 'medium', reason: 'Goes on running in the background' })
  if (assigns.some(name => OBEYED.test(name)))
    risks.push({ level: 'high', reason: 'Sets variables that decide what other programs run' })
  if (commands.some(([name]) => name === null))
    risks.push({ level: 'high', reason: 'Runs a command that is known only when it runs' })
  if (reading.kind === 'complex' && commands.length > 1)
    risks.push({ level: 'low', reason: 'More than one command' })
  return sorted(risks)
}

/** What one command may do by its name and words. */
export function risksOf(command: ShellWord[]): CommandRisk[] {
  const name = nameOfCommand(command)
  if (name === null) return []
  const words = command.slice(1).filter(word => word !== null)
  const rows = ROWS.filter(
    ({ names, word }) => names.test(name) && (!word || words.some(each => word.test(each))),
  ).map(({ level, reason }) => ({ level, reason }))
  if (SHELLS.has(name)) rows.push({ level: 'medium', reason: 'Runs further commands in another shell' })
  if (name === 'git' && words.includes('push') && words.some(word => FORCED.test(word)))
    rows.push({ level: 'high', reason: 'Overwrites or deletes history in another repository' })
  return rows
}

const FORCED = /^--(?:force|mirror|delete|prune)|^-[a-z]*[fd]|^[+:]/

/** Whether what one command fetches may be what another runs. */
function runsFetched(commands: ShellWord[][]): boolean {
  const names = commands.map(nameOfCommand).filter(name => name !== null)
  return (
    names.some(name => FETCHES.test(name)) && names.some(name => SHELLS.has(name) || INTERPRETS.test(name))
  )
}

/** What a redirection writes: a path that climbs out of the workspace, or an absolute one, is outside. */
function writeRisk(target: ShellWord, cwd: string, commands: ShellWord[][]): CommandRisk {
  const moves = commands.some(command => /^(?:cd|pushd|popd)$/.test(nameOfCommand(command) ?? ''))
  if (target === null) return { level: 'high', reason: 'Writes to a file that is known only when it runs' }
  if (/^\/dev\/(?:tcp|udp)\//.test(target)) return { level: 'high', reason: OTHERS }
  if (/^\/dev\/(?:null|stdout|stderr|fd\/\d+)$/.test(target))
    return { level: 'low', reason: 'Redirects its output' }
  const path = insideOf(`${cwd}/${target}`)
  if (target.startsWith('/') || path === null)
    return { level: 'high', reason: 'Writes a file outside the workspace' }
  if (isTrustedFile(path)) return { level: 'high', reason: 'Writes a file that other programs trust' }
  if (moves) return { level: 'high', reason: 'Writes to a file that is known only when it runs' }
  return { level: 'medium', reason: 'Writes a file' }
}

/** A path without `..`; null where it leads outside. */
function insideOf(path: string): string | null {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const ORDER: RiskLevel[] = ['high', 'medium', 'low']

/** The gravest first, each once. */
function sorted(risks: CommandRisk[]): CommandRisk[] {
  const reasons = new Map<string, CommandRisk>()
  for (const level of ORDER)
    for (const risk of risks)
      if (risk.level === level && !reasons.has(risk.reason)) reasons.set(risk.reason, risk)
  return [...reasons.values()]
}
