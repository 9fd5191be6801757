'use client'

import { MemoryItem } from '@/components/memory/memory-item'
import { SkillItem } from '@/components/skills/skill-item'
import type { Memory } from '@/lib/domain/memory'
import type { Skill } from '@/lib/domain/skill'

type Props = { memories: Memory[]; skills: Skill[] }

/** Memories and skills as they stand on their pages. */
export const KeptStage = ({ memories, skills }: Props) => (
  <div className="list-page">
    <h1 className="sr-only">{memories.length > 0 ? 'Memories' : 'Skills'}</h1>
    <ol className="column list-column">
      {memories.map(memory => (
        <MemoryItem key={memory.id} memory={memory} onSaid={() => undefined} />
      ))}
      {skills.map(skill => (
        <SkillItem key={skill.path} skill={skill} />
      ))}
    </ol>
  </div>
)
