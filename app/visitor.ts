import { headers } from 'next/headers'
import { unauthorized } from 'next/navigation'
import { cache } from 'react'
import { guardPerson } from '@/lib/auth/guard'
import type { Person } from '@/lib/domain/person'
import { Refusal } from '@/lib/domain/problem'
import { currentProcess, type Working } from '@/lib/server/current-process'

/** Who asks for a page. `away`: nothing can be read just now, for the reason given. */
export type Visitor =
  | { kind: 'person'; person: Person; working: Working }
  | { kind: 'stranger' }
  | { kind: 'away'; reason: string }

export const visitor = cache(async (): Promise<Visitor> => {
  const current = currentProcess()
  const person = await guardPerson(current, { headers: await headers() })
  if (person instanceof Refusal) return strangerOr(person)
  const working = await current.working()
  return working instanceof Refusal ? strangerOr(working) : { kind: 'person', person, working }
})

const strangerOr = ({ code, detail }: Refusal): Visitor =>
  code === 'unavailable' ? { kind: 'away', reason: detail } : { kind: 'stranger' }

/** Every page asks this for itself: none relies on a layout having asked. A stranger gets the sign-in page. */
export async function knownVisitor(): Promise<Exclude<Visitor, { kind: 'stranger' }>> {
  const asked = await visitor()
  return asked.kind === 'stranger' ? unauthorized() : asked
}
