import { listOf, type Operation } from './operation'
import { Secret } from './secret'

/** The operations by which people look at what was masked in a session, and say what is no secret. */
export const SECRET_OPERATIONS = {
  listSecrets: {
    method: 'GET',
    path: '/api/sessions/{id}/secrets',
    summary: 'What was masked in a session, by its handles; the secrets themselves are nowhere',
    answers: { 200: listOf(Secret) },
  },
  releaseSecret: {
    method: 'POST',
    path: '/api/sessions/{id}/secrets/{n}/release',
    summary: 'Say that it is no secret: from now on it is not masked in this session',
    description:
      'Only what looks like a secret can be released, not one that the server holds. What was masked already stays so.',
    answers: { 200: Secret },
  },
} as const satisfies Record<string, Operation>
