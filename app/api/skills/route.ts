import { Refusal, refuse } from '@/lib/domain/contract/problem'
import { isId } from '@/lib/http/path-params'
import { resource } from '@/lib/http/resource'
import { addSkill } from '@/lib/run/actions/skills/edit-skills'
import { listSkills } from '@/lib/run/request/skill-list'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/skills', {
  GET: async ({ deps, query: { sessionId } }) => {
    if (sessionId !== undefined && !isId(sessionId)) return refuse('not_found', { code: 'problem.noSession' })
    const items = await listSkills(deps, sessionId)
    return items instanceof Refusal ? items : { items, nextCursor: null }
  },
  POST: ({ deps, body, person, once }) => addSkill(deps, { ...body, person, once }),
})
