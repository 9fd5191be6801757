import * as z from 'zod'
import { Memory, MemoryPatch, NewMemory } from '../memory/memory'
import { Skill } from '../memory/skill'
import { listOf, type Operation, page } from './operation'

/** Memories and skills: what agents are told beside the conversation. */
export const MEMORY_OPERATIONS = {
  listMemories: {
    method: 'GET',
    path: '/api/memories',
    summary: 'What is kept in mind in all sessions, the newest first',
    description:
      'Words in `q` are beginnings of words, `"…"` is a phrase, `-` excludes; tags are words too. `usedIn` names the last places where a memory was recalled.',
    query: z.object({ ...page, q: z.string().max(1000).default('') }),
    answers: { 200: listOf(Memory) },
  },
  addMemory: {
    method: 'POST',
    path: '/api/memories',
    summary: 'Keep a text in mind',
    description:
      'The same text is kept once. Text that bears the marks of recalled memory, or of what a tool gave back, is refused: kept, it would be recalled with itself inside.',
    body: NewMemory,
    answers: { 201: Memory },
  },
  changeMemory: {
    method: 'PATCH',
    path: '/api/memories/{id}',
    summary: 'Change what is kept, or its tags',
    body: MemoryPatch,
    answers: { 200: Memory },
  },
  deleteMemory: {
    method: 'DELETE',
    path: '/api/memories/{id}',
    summary: 'Forget it; what sessions were told of it stays in their record',
    answers: { 204: null },
  },
  listSkills: {
    method: 'GET',
    path: '/api/skills',
    summary: 'Skills: how something is done here, from the data directory and from a workspace',
    description:
      'With `sessionId` those of the session’s workspace, else of the workspace’s root. One that cannot be used is there with its warnings. `/skill:name` at the start of a message uses one.',
    query: z.object({ sessionId: z.string().max(100).optional() }),
    answers: { 200: listOf(Skill) },
  },
} as const satisfies Record<string, Operation>
