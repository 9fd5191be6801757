import { resource } from '@/lib/http/resource'
import { changeSkill, deleteSkill, readSkillText } from '@/lib/run/actions/skills/edit-skills'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/skills/{skillId}', {
  GET: ({ deps, params }) => readSkillText(deps, params.skillId),
  PUT: ({ deps, params, body, person }) => changeSkill(deps, { id: params.skillId, ...body, person }),
  DELETE: ({ deps, params, query, person }) =>
    deleteSkill(deps, { id: params.skillId, hash: query.hash, person }),
})
