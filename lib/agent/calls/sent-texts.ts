import { sentArguments } from '@/lib/store/channels/notice'
import { SEND_MESSAGE, textOf } from '@/lib/tools/channels/send-message'
import type { Write } from '../write/write'

/** What a Run has told people by their channels, as it was sent. */
export async function sentTexts({ sql }: Pick<Write, 'sql'>, runId: string): Promise<string[]> {
  return (await sentArguments(sql, runId, SEND_MESSAGE)).flatMap(textOf)
}
