import { PICTURE_TYPES } from '@/lib/domain/call/picture'
import { refuse } from '@/lib/domain/contract/problem'
import { fileName, PictureReply } from '@/lib/http/file-reply'
import { resource } from '@/lib/http/resource'
import { findAttachments } from '@/lib/store/call/contents'

export const { GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS } = resource(
  '/api/sessions/{id}/contents/{hash}',
  {
    GET: async ({ deps, params: { id, hash } }) => {
      const kept = (await findAttachments(deps.sql, id, [hash])).get(hash)
      if (!kept || !PICTURE_TYPES.includes(kept.mediaType)) {
        return refuse('not_found', 'The session has no such picture.')
      }
      const name = fileName('picture', `.${kept.mediaType.slice('image/'.length)}`)
      return new PictureReply(name, kept.mediaType, new Blob([new Uint8Array(kept.bytes)]).stream())
    },
  },
)
