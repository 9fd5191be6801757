import type { Part } from '@/lib/context/assemble'
import type { Recall } from './recall'

/** What a Run is told from now on. `recall`: what was looked for in the memories, where anything was found. */
export type Briefed = {
  parts: (Part & { hash: string })[]
  recall: Recall | null
  skills: { name: string; hash: string; text: string }[]
}
