import type { Memory } from '@/lib/domain/memory/memory'
import type { Skill } from '@/lib/domain/memory/skill'
import { at } from '../factories'

const memory = (given: Partial<Memory>): Memory => ({
  ...{ id: 'memory', text: 'The team’s favourite colour is teal.', tags: [], source: { kind: 'person' } },
  ...{ uses: 0, usedIn: [], createdAt: at(0), updatedAt: at(0) },
  ...given,
})

const skill = (given: Partial<Skill>): Skill => ({
  ...{ name: 'release-notes', description: 'How release notes are written here', source: 'owner' },
  ...{ path: 'skills/release-notes/SKILL.md', warnings: [], body: 'Three lines at most.' },
  ...{ isUsable: true, isHidden: false, isOffered: true },
  ...given,
})

const from = { sessionId: 'session', title: 'Branding' }

/** What is kept in mind and what can be read, in every state, by its name in the address of the gallery. */
export const KEPT_STATES: Record<string, { memories: Memory[]; skills: Skill[] }> = {
  memories: {
    skills: [],
    memories: [
      memory({ id: 'a', tags: ['design', 'brand'] }),
      memory({
        id: 'b',
        source: { kind: 'call', callId: 'call', ...from },
        uses: 21,
        usedIn: [{ ...from, seq: 7, at: at(9) }],
      }),
      memory({
        id: 'c',
        source: { kind: 'call', callId: 'call', sessionId: 'gone' },
        text: 'Kept\u200b with\n\na hidden character. '.repeat(40),
      }),
    ],
  },
  skills: {
    memories: [],
    skills: [
      skill({}),
      skill({ name: 'secret', isHidden: true, isOffered: false, path: 'skills/secret/SKILL.md' }),
      skill({
        source: 'workspace',
        isUsable: false,
        isOffered: false,
        path: '.countersign/skills/release-notes/SKILL.md',
        warnings: [
          'Another skill has this name and is used instead: skills/release-notes/SKILL.md of the data directory.',
        ],
      }),
      skill({
        name: 'broken',
        source: 'workspace',
        description: '',
        body: '',
        isUsable: false,
        isOffered: false,
        path: '.countersign/skills/broken/SKILL.md',
        warnings: ['Its head has no description.'],
      }),
    ],
  },
}
