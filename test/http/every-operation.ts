import { OPERATIONS, type OperationName } from '@/lib/domain/contract/contract'
import type { Operation } from '@/lib/domain/contract/operation'
import { databaseText } from '../database/database-text'
import { type Answered, type Asking, ask, codeOf, lineOf, partsOf } from './http-client'
import type { HttpStory } from './http-story'

/** An id that nothing has. */
export const NOBODY = '01890000-0000-7000-8000-000000000000'

/** What is no id has a shape of its own, by the name of the part. */
const SHAPES: Record<string, string> = {
  n: '1',
  hash: `sha256:${'0'.repeat(64)}`,
  provider: 'openai',
  modelId: 'openai:gpt',
  toolId: 'list_files',
  skillId: 'notes',
}

/** An operation of the contract with parts for its path that are fit to name something, and name nothing. */
export type Each = { name: OperationName; operation: Operation; at: string[] }

/** All operations, those of a future contract too. */
export const EVERY: Each[] = Object.entries<Operation>(OPERATIONS).map(([name, operation]) => ({
  name: name as OperationName,
  operation,
  at: partsOf(operation.endpoint).map(part => SHAPES[part.slice(1, -1)] ?? NOBODY),
}))

/** Those that change something, or are sent a body for another reason. */
export const CHANGING = EVERY.filter(({ operation }) => !operation.endpoint.startsWith('GET '))

/** The code of a refusal, and the first field that it names. */
export const faultIn = (answered: Answered): string => {
  const [first] = (answered.json as { errors?: { path: string }[] } | undefined)?.errors ?? []
  return [codeOf(answered), ...(first ? [first.path] : [])].join(' ')
}

/** Asks all of them, those about a session about this one, and lists what is answered otherwise than it should be. */
export async function faults(s: HttpStory, rows: [Each, Asking, string][]): Promise<string[]> {
  const answers = await Promise.all(
    rows.map(([{ name, operation, at }, sent]) => {
      const here = operation.endpoint.includes(' /api/sessions/{id}') ? [s.sessionId, ...at.slice(1)] : at
      return ask(s.url, lineOf(name, { ...sent, at: here }), sent)
    }),
  )
  return rows.flatMap(([{ name }, sent, wanted], at) => {
    const told = faultIn(answers[at] as Answered)
    return told === wanted ? [] : [`${name} ${JSON.stringify(sent).slice(0, 100)}: ${told}, not ${wanted}`]
  })
}

/** All that is kept of what people and agents do; how often somebody came, and the index of a search, is none of it. */
export const kept = async ({ world }: HttpStory): Promise<string[]> =>
  (await databaseText(world.db)).filter(row => /^public\."(?!Auth|Search)/.test(row)).sort()
