import { authorOf } from '@/lib/domain/contract/person'
import { Refusal, refuse, refuseField } from '@/lib/domain/contract/problem'
import type { CommandAnswer } from '@/lib/domain/contract/session-operations'
import type { NewMessage } from '@/lib/domain/run/message'
import { COMMANDS, type CommandName, readCommand, usageOf } from '@/lib/domain/session/commands'
import { type CodedText, phrase } from '@/lib/messages/phrase'
import { inSnapshot } from '@/lib/store/connection/database'
import type { By } from '@/lib/store/installation/idempotency-key'
import { readSession } from '@/lib/store/session/session-work'
import { readView } from '@/lib/store/session/view'
import type { Deps } from '../../process/deps'
import { addEntry } from '../../write/add-entry'
import { mask } from '../../write/mask'
import { keyConflict } from '../../write/transaction'
import { writeSession } from '../../write/write'
import { type Accepted, intake } from '../send-message'
import { COMMAND_ACTIONS } from './command-actions'

type Received = By & { sessionId: string; message: NewMessage }

/** Of what follows a command. */
const MOST_CHARS = 8_000

/** What somebody sends to a session: a slash command is done and answered here, everything else goes on to the model. */
export async function receive(
  deps: Deps,
  { sessionId, message, person, once }: Received,
): Promise<Accepted | CommandAnswer | Refusal> {
  const sent = readCommand(message.text)
  switch (sent.kind) {
    case 'message': {
      const { text, isPlain } = sent
      return intake(deps, { sessionId, message: { ...message, text }, by: authorOf(person), isPlain, once })
    }
    case 'unknown': {
      const names = [...COMMANDS.map(({ name }) => `/${name}`), '/skill:NAME'].join(', ')
      return refuseField('/text', {
        code: 'fault.noCommand',
        params: { word: sent.word.slice(0, 64), names },
      })
    }
    case 'command': {
      if (message.attachments?.length) return refuseField('/attachments', { code: 'problem.noFilesHere' })
      if (sent.argument === '' ? sent.command.argument === 'TITLE' : sent.command.argument === '')
        return refuseField('/text', { code: 'fault.commandUsage', params: { usage: usageOf(sent.command) } })
      const command = { name: sent.command.name, argument: sent.argument }
      if (sent.argument.length > MOST_CHARS)
        return refuseField('/text', { code: 'fault.maxLength', params: { limit: MOST_CHARS } })
      return answerCommand(deps, { sessionId, command, person, once })
    }
    default:
      return sent satisfies never
  }
}

type Command = Omit<Received, 'message'> & { command: { name: CommandName; argument: string } }

/**
 * Does what is asked, then answers by a notice that the model never sees. A repeat of an answered command does nothing; where
 * the answer is missing, what an earlier attempt did is not done twice.
 */
async function answerCommand(
  deps: Deps,
  { sessionId, command, person, once }: Command,
): Promise<CommandAnswer | Refusal> {
  const claim = (await readSession(deps.sql, sessionId, once))?.claim
  if (claim?.kind === 'conflict') return keyConflict()
  if (claim?.kind === 'repeated') return claim.answer as CommandAnswer
  const view = await inSnapshot(deps.db, tx => readView(tx, sessionId))
  if (!view) return refuse('not_found', { code: 'problem.noSession' })
  const { value: argument } = await mask(deps, { sessionId }, command.argument)
  const result = await COMMAND_ACTIONS[command.name](deps, {
    sessionId,
    view,
    argument,
    person,
    once: once && { ...once, path: `${once.path}#effect` },
  })
  if (result instanceof Refusal) return result
  const { value: answer } = await mask(deps, { sessionId }, result.answer)
  const codedText: CodedText = {
    code: 'answer.notice',
    params: { command: `/${command.name} ${argument}`.trimEnd() },
    parts: answer,
    joint: 'lines',
  }
  return writeSession<CommandAnswer>(deps, { sessionId, once }, async write => {
    addEntry(write, { kind: 'notice', text: phrase(codedText), codedText, by: authorOf(person) })
    const text = answer.map(phrase).join('\n')
    return { command: command.name, text, ...(result.data ? { data: result.data } : {}) }
  })
}
