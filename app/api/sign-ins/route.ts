import * as z from 'zod'
import { deleteSignIns, listSignIns } from '@/lib/auth/sign-ins'
import { listPage } from '@/lib/http/list-page'
import { resource } from '@/lib/http/resource'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource('/api/sign-ins', {
  GET: ({ query, ...visit }) =>
    listPage(
      { name: 'sign-ins', place: [z.uuid()], query },
      (after, limit) => listSignIns(visit, { before: after?.[0], limit }),
      last => [last.id],
    ),
  DELETE: visit => deleteSignIns(visit),
})
