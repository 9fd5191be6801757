import { isObject } from '@/lib/text/json/json-value'
import type { WaitingCall } from '../call/call'
import { invocationOf } from '../call/call-state'
import { areShort, narrowMatchers } from './narrow-rule'
import type { Matcher } from './rule'
import { isTrustedFile } from './trusted-files'

/** How far a Rule that is made of a Call reaches. `subject`: the command, folder, host or tool that it is about. */
type RuleWidth = {
  name: 'exact' | 'command' | 'folder' | 'host' | 'tool'
  subject: string
  matchers: Matcher[]
}

/** Built-in Tools of which a Rule has to name arguments: none allows all that they do. */
const NAMED = new Set(['run_command', 'fetch_url', 'move_file', 'copy_file', 'send_message'])

/**
 * The Rules that a person can make of a Call, the narrowest first. Each allows this very Call. The page cannot judge, so
 * that what is not plain is left out.
 */
export function ruleWidths(call: WaitingCall): RuleWidth[] {
  const { source, risk, preview } = call
  const { tool, arguments: args } = invocationOf(call)
  const isHidden = risk.suspicions?.some(kind => kind !== 'look_alike_content')
  if (source === 'control' || isHidden) return []
  const exact: RuleWidth = { name: 'exact', subject: '', matchers: narrowMatchers(args) }
  const wider: (RuleWidth | null)[] = []
  const whole: RuleWidth = { name: 'tool', subject: tool, matchers: [] }
  if (source !== 'builtin') wider.push(whole)
  else if (isObject(args)) {
    const paths = [args.path, ...(preview?.preconditions ?? []).map(({ path }) => path)]
    // Files that other programs trust are allowed by their exact path alone.
    if (!paths.some(path => typeof path === 'string' && isTrustedFile(path))) {
      if (tool === 'run_command') wider.push(commandWidth(call, args))
      else wider.push(tool === 'fetch_url' ? hostOf(args) : folderOf(args))
      if (!NAMED.has(tool)) wider.push(whole)
    }
  }
  return [exact, ...wider].filter(width => width !== null && areShort(width.matchers)) as RuleWidth[]
}

type Arguments = Record<string, unknown>

/** A program and its first word, with any words after it but flags. Its preview says where the text is more than that. */
function commandWidth({ preview, risk }: WaitingCall, args: Arguments): RuleWidth | null {
  const { command: text, cwd, network } = args
  const { command } = preview ?? {}
  if (!command || command.words || command.writes || command.unread) return null
  if (typeof text !== 'string' || !/^[A-Za-z0-9 _./:=@-]{1,300}$/.test(text)) return null
  const [program = '', first, ...rest] = text.trim().split(/ +/)
  const isCovered = (word: string): boolean =>
    !word.startsWith('-') &&
    word.split(/[=:]/).every(part => !part.split('/').includes('..') && !isTrustedFile(part))
  // A word further on may be what makes it dangerous.
  if (first === undefined || first.startsWith('-') || (risk.level === 'high' && rest.length > 0)) return null
  if (!/\w/.test(program) || !rest.every(isCovered)) return null
  const value = [program, first, '…']
  const matchers: Matcher[] = [{ argument: '/command', kind: 'command', value }]
  if (command.cwd !== '') matchers.push({ argument: '/cwd', kind: 'exact', value: cwd })
  if (network === true) matchers.push({ argument: '/network', kind: 'exact', value: true })
  return { name: 'command', subject: `${program} ${first}`, matchers }
}

/** All of a host that is read without headers: what is sent has to be named. */
function hostOf({ url, method = 'GET', headers, body }: Arguments): RuleWidth | null {
  if (typeof url !== 'string' || (method !== 'GET' && method !== 'HEAD')) return null
  if (headers !== undefined || body !== undefined || url.split('/').includes('..')) return null
  const host = /^https:\/\/(?<host>[a-z\d.-]*[a-z\d])(?:[/?#][^\s\\]*)?$/.exec(url)?.groups?.host
  if (host === undefined || !URL.canParse(url) || new URL(url).host !== host) return null
  return { name: 'host', subject: host, matchers: [{ argument: '/url', kind: 'host', value: host }] }
}

/** What is directly in the folder of its path. */
function folderOf({ path }: Arguments): RuleWidth | null {
  if (typeof path !== 'string' || !/^(?:[^/\\*?:]+\/)+[^/\\:]+$/.test(path)) return null
  const folders = path.split('/').slice(0, -1)
  if (folders.some(name => /^[.…]+$/.test(name))) return null
  const folder = folders.join('/')
  const value = `${folder}/*`
  return { name: 'folder', subject: `${folder}/`, matchers: [{ argument: '/path', kind: 'glob', value }] }
}
