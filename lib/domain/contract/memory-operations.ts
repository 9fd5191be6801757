import * as z from 'zod'
import { Memory, MemoryPatch, NewMemory } from '../memory/memory'
import { NewSkill, Skill, SkillChange, SkillRemoval, SkillText } from '../skills/skill'
import { listOf, type Operation, page } from './operation'

/** Memories and skills: what agents are told beside the conversation. */
export const MEMORY_OPERATIONS = {
  listMemories: {
    endpoint: 'GET /api/memories',
    summary: 'What is kept in mind in all sessions, the newest first',
    description:
      'Words in `q` are beginnings of words, `"…"` is a phrase, `-` excludes; tags are words too. `usedIn` names the last places where a memory was recalled.',
    query: z.strictObject({ ...page, q: z.string().max(1000).default('') }),
    answers: { 200: listOf(Memory) },
  },
  addMemory: {
    endpoint: 'POST /api/memories',
    summary: 'Keep a text in mind',
    description:
      'The same text is kept once. Text that bears the marks of recalled memory, or of what a tool gave back, is refused: kept, it would be recalled with itself inside.',
    body: NewMemory,
    answers: { 201: Memory },
  },
  changeMemory: {
    endpoint: 'PATCH /api/memories/{id}',
    summary: 'Change what is kept, or its tags',
    body: MemoryPatch,
    answers: { 200: Memory },
  },
  deleteMemory: {
    endpoint: 'DELETE /api/memories/{id}',
    summary: 'Forget it; what sessions were told of it stays in their record',
    answers: { 204: null },
  },
  listSkills: {
    endpoint: 'GET /api/skills',
    summary: 'Skills: how something is done here, from the data directory and from a workspace',
    description:
      'With `sessionId` those of the session’s workspace, else of the workspace’s root. One that cannot be used is there with its warnings. `/skill:name` at the start of a message uses one.',
    query: z.strictObject({ sessionId: z.string().max(100).optional() }),
    answers: { 200: listOf(Skill) },
  },
  addSkill: {
    endpoint: 'POST /api/skills',
    role: 'owner',
    summary: 'Make a skill of the owner’s, in the data directory',
    description:
      'Its head says its name, and its folder gets that name. What cannot be read as a skill is refused: `errors` say what is wrong and what to do, `line` where. Skills of a workspace are made and changed there.',
    body: NewSkill,
    answers: { 201: SkillText },
  },
  readSkillText: {
    endpoint: 'GET /api/skills/{skillId}',
    summary: 'The whole text of one of the owner’s skills, by the `id` that the list gives it',
    answers: { 200: SkillText },
  },
  changeSkill: {
    endpoint: 'PUT /api/skills/{skillId}',
    role: 'owner',
    summary: 'Save the text of one of the owner’s skills',
    description:
      '`hash` is that of the text that the change was made from. Where the file holds something else by now nothing is saved, and the answer is `stale_revision` with the `skill` as it is.',
    body: SkillChange,
    answers: { 200: SkillText },
  },
  deleteSkill: {
    endpoint: 'DELETE /api/skills/{skillId}',
    role: 'owner',
    summary: 'Delete one of the owner’s skills; its folder stays where it holds other files',
    query: SkillRemoval,
    answers: { 204: null },
  },
} as const satisfies Record<string, Operation>
