import { type CodedText, phrase } from '@/lib/messages/phrase'
import { nameOfCommand, SHELLS, type ShellWord } from '@/lib/text/shell/inner-commands'
import type { ShellReading } from '@/lib/text/shell/read-shell'
import type { RiskLevel } from '../call/tool'
import { type RiskReason, riskReason } from './risk-reason'
import { isTrustedFile } from './trusted-files'

type Row = {
  risk: RiskReason
  names: RegExp
  /** What one of its words has to be; without it the name says all. */
  word: RegExp | undefined
}

const row = (
  level: RiskLevel,
  name: Parameters<typeof riskReason>[1],
  [names, word]: [RegExp, RegExp?],
): Row => ({ risk: riskReason(level, name), names, word })

const PYTHON = /^(?:python|pypy)[\d.]*$/
const MANAGER =
  /^(?:npm|pnpm|yarn|bun|pip[\d.]*|uv|poetry|pdm|conda|mamba|gem|bundle|cargo|go|composer|brew|apt|apt-get|dnf|yum|apk|pacman|zypper|snap|cpan|luarocks|mix|dotnet)$/

/** What commands do by their names and words, as their manuals have it; GTFOBins lists which of them run code. */
const ROWS: Row[] = [
  row('high', 'deletesFiles', [/^(?:rm|rmdir|unlink|shred|srm|wipe|trash)$/]),
  row('high', 'deletesFiles', [/^(?:find|rsync|fd)$/, /^-delete$|^--(?:delete|remove-source)/]),
  row('high', 'deletesFiles', [/^git$/, /^(?:clean|rm)$/]),
  row('high', 'discardsChanges', [/^git$/, /^(?:--hard|checkout|restore|stash|reset)$/]),
  row('high', 'writesDisks', [/^(?:dd|mkfs.*|wipefs|fdisk|parted|truncate|mkswap)$/]),
  row('high', 'anotherUser', [/^(?:sudo|su|doas|pkexec|runuser|setpriv|chroot|unshare|nsenter)$/]),
  row('high', 'rightsOfOwner', [/^chmod$/, /^[ugoa]*[+=][rwxXt]*s|^0?[2-7][0-7]{3}$/]),
  row('high', 'rightsOfOwner', [/^setcap$/]),
  row('medium', 'changesRights', [/^(?:chmod|chown|chgrp|setfacl|chattr)$/]),
  row('high', 'signalsProcesses', [/^(?:kill|pkill|killall|killall5|xkill|skill|snice)$/]),
  row('high', 'signalsProcesses', [/^fuser$/, /^-[a-z]*k/]),
  row('high', 'changesMachine', [
    /^(?:shutdown|reboot|halt|poweroff|systemctl|service|mount|umount|modprobe|insmod|sysctl)$/,
  ]),
  row('medium', 'background', [
    /^(?:nohup|setsid|disown|daemonize|tmux|screen|at|batch|crontab|systemd-run|coproc|bg)$/,
  ]),
  row('medium', 'pushes', [/^git$/, /^push$/]),
  row('high', 'runsArguments', [PYTHON, /^-[A-Za-z]*c/]),
  row('high', 'runsArguments', [
    /^(?:node|nodejs|bun|deno)$/,
    /^-[a-z]*[ep]|^--(?:eval|print|require|import)|^eval$/,
  ]),
  row('high', 'runsArguments', [
    /^(?:perl|ruby|lua[\d.]*|osascript|julia|Rscript|groovy|scala)$/,
    /^-[A-Za-z0-9]*[eE]/,
  ]),
  row('high', 'runsArguments', [/^php$/, /^-[rRB]/]),
  row('high', 'runsArguments', [/^[gmn]?awk$/, /system\s*\(|\||getline|@load|^-[fil]/]),
  row('high', 'runsArguments', [
    /^g?sed$/,
    /(?:^|[;{}/\d$\n])\s{0,9}e(?:\s|$)|[/|,#][gpimIM\d]*e[gpimIM\d]*(?:$|[;}\s])|^-f|^--file/,
  ]),
  row('high', 'runsArguments', [
    /^g?tar$/,
    /^--(?:to-c|checkpoint-a|use-c|rsh-c|info-s|new-volume-s)|^-[A-Za-z]*[IF]/,
  ]),
  row('high', 'runsArguments', [
    /^git$/,
    /^-c|^--(?:config-env|exec|upload-pack|receive-pack|ext-diff|open-files)|^ext::|^(?:bisect|submodule|filter-branch|config|alias|hook)$|^-O/,
  ]),
  row('high', 'runsArguments', [/^(?:find|fd|fdfind)$/, /^-(?:exec|execdir|ok|okdir|x|X)$|^--exec/]),
  row('high', 'runsArguments', [
    /^(?:vi|vim|nvim|view|ex|emacs|ed|gdb|lldb|expect|tclsh|sqlite3|psql|mysql)$/,
  ]),
  row('high', 'runsArguments', [/^(?:rsync|ssh|scp|sftp)$/, /^-[A-Za-z]*[eoSF]|^--rsh|ProxyCommand/]),
  row('high', 'runsArguments', [
    /^(?:sort|split|rg|zip|man|make|gmake|tcpdump|wget|docker|env)$/,
    /^--(?:compress-p|filter|pre|unzip-c|eval|use-askpass|split-string)|^-(?:TT|P|z|S)|^SHELL=/,
  ]),
  row('medium', 'runsCommands', [
    /^(?:xargs|parallel|watch|eval|source|\.|exec|trap|flock|script|env|timeout|busybox|toybox|strace)$/,
  ]),
  row('medium', 'runsProject', [/^(?:make|gmake|just|rake|gradle|mvn|ninja|cmake|tox)$/]),
  row('medium', 'runsProject', [MANAGER, /^(?:run|run-script|test|start|exec|build)$/]),
  row('high', 'installs', [
    MANAGER,
    /^(?:i|in|install|ci|add|update|upgrade|get|require|create|init|dlx|sync|x|exec|-S|-Sy|-Syu)$/,
  ]),
  row('high', 'installs', [/^(?:npx|bunx|pnpx|uvx|pipx|easy_install|corepack)$/]),
  row('high', 'installs', [PYTHON, /^(?:pip|ensurepip|setup\.py)$/]),
  row('medium', 'otherMachines', [
    /^(?:curl|wget|ssh|scp|sftp|rsync|nc|ncat|netcat|socat|telnet|ftp|tftp|aria2c|dig|nslookup|http|https)$/,
  ]),
  row('medium', 'otherMachines', [/^git$/, /^(?:clone|fetch|pull|ls-remote)$/]),
  row('high', 'sendsData', [/^curl$/, /^-(?:d|F|T)|^--(?:data|form|upload|json)/]),
  row('high', 'sendsData', [/^(?:scp|sftp|nc|ncat|netcat|socat|ftp|tftp)$/]),
  row('high', 'sendsData', [/^wget$/, /^--(?:post|body)/]),
]

const FETCHES = /^(?:curl|wget|fetch|aria2c|nc|ncat|netcat|socat|http|https)$/
/** Programs that run whatever their arguments say. */
export const isInterpreter = (name: string): boolean =>
  SHELLS.has(name) || INTERPRETS.test(name) || /^(?:env|xargs|sudo|ssh|npx|find)$/.test(name)

const INTERPRETS = /^(?:python|pypy)[\d.]*$|^(?:node|nodejs|bun|deno|perl|ruby|php|lua[\d.]*|eval|source|\.)$/
const OBEYED =
  /^(?:PATH|IFS|ENV|BASH_ENV|PS4|PROMPT_COMMAND|SHELLOPTS|EDITOR|VISUAL|.*PAGER|(?:LD|DYLD|GIT|npm_config)_.*|NODE_(?:OPTIONS|PATH)|PYTHON.*|PERL5.*|RUBY(?:OPT|LIB)|JAVA_TOOL_OPTIONS)$/

const unreadRisk = (reason: CodedText): RiskReason => {
  const codedText: CodedText = { code: 'risk.notRead', parts: [reason] }
  return { level: 'high', reason: phrase(codedText), codedText }
}

const MOST_WRITES = 50

/**
 * What a person should know of a command before they let it run, read from the command itself and never from what is
 * said about it. `cwd` is the folder it runs in, as a path of the workspace.
 */
export function commandRisks(reading: ShellReading, cwd = ''): RiskReason[] {
  if (reading.kind === 'unreadable') return [unreadRisk(reading.reason)]
  const { commands, writes, assigns, isBackground } = reading
  const risks = commands.flatMap(risksOf)
  const targets = [...new Set(writes)].slice(0, MOST_WRITES)
  risks.push(...targets.map(target => writeRisk(target, cwd, commands)))
  if (writes.length > MOST_WRITES) risks.push(riskReason('high', 'writesMany'))
  if (runsFetched(commands)) risks.push(riskReason('high', 'runsFetched'))
  if (isBackground) risks.push(riskReason('medium', 'background'))
  if (assigns.some(name => OBEYED.test(name))) risks.push(riskReason('high', 'setsVariables'))
  if (commands.some(([name]) => name === null)) risks.push(riskReason('high', 'runsUnknown'))
  if (reading.kind === 'complex' && commands.length > 1) risks.push(riskReason('low', 'severalCommands'))
  return sorted(risks)
}

/** What one command may do by its name and words. */
export function risksOf(command: ShellWord[]): RiskReason[] {
  const name = nameOfCommand(command)
  if (name === null) return []
  const words = command.slice(1).filter(word => word !== null)
  const rows = ROWS.filter(
    ({ names, word }) => names.test(name) && (!word || words.some(each => word.test(each))),
  ).map(({ risk }) => risk)
  if (SHELLS.has(name)) rows.push(riskReason('medium', 'runsShell'))
  if (name === 'git' && words.includes('push') && words.some(word => FORCED.test(word)))
    rows.push(riskReason('high', 'rewritesHistory'))
  return rows
}

const FORCED = /^--(?:force|mirror|delete|prune)|^-[a-z]*[fd]|^[+:]/

function runsFetched(commands: ShellWord[][]): boolean {
  const names = commands.map(nameOfCommand).filter(name => name !== null)
  return (
    names.some(name => FETCHES.test(name)) && names.some(name => SHELLS.has(name) || INTERPRETS.test(name))
  )
}

/** What a redirection writes: a path that climbs out of the workspace, or an absolute one, is outside. */
function writeRisk(target: ShellWord, cwd: string, commands: ShellWord[][]): RiskReason {
  const moves = commands.some(command => /^(?:cd|pushd|popd)$/.test(nameOfCommand(command) ?? ''))
  if (target === null) return riskReason('high', 'writesUnknown')
  if (/^\/dev\/(?:tcp|udp)\//.test(target)) return riskReason('high', 'otherMachines')
  if (/^\/dev\/(?:null|stdout|stderr|fd\/\d+)$/.test(target)) return riskReason('low', 'redirects')
  const path = insideOf(`${cwd}/${target}`)
  if (target.startsWith('/') || path === null) return riskReason('high', 'writesOutside')
  if (isTrustedFile(path)) return riskReason('high', 'writesTrusted')
  if (moves) return riskReason('high', 'writesUnknown')
  return riskReason('medium', 'writesFile')
}

function insideOf(path: string): string | null {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return null
    if (part !== '..' && part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

const ORDER: RiskLevel[] = ['high', 'medium', 'low']

function sorted(risks: RiskReason[]): RiskReason[] {
  const reasons = new Map<string, RiskReason>()
  for (const level of ORDER)
    for (const risk of risks)
      if (risk.level === level && !reasons.has(risk.reason)) reasons.set(risk.reason, risk)
  return [...reasons.values()]
}
