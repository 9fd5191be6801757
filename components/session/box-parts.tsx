import { type RefObject, type SyntheticEvent, useEffect, useRef } from 'react'
import { KEYS } from '@/lib/client/queries/keys'
import { useRead } from '@/lib/client/queries/use-api'
import { startsCommand } from '@/lib/client/text/commands'
import type { FileDraft } from '@/lib/client/text/file-draft'
import { CommandList, FilePathList } from './command-list'
import { type ChangeDraft, DraftFiles, readIncoming } from './draft-files'
import { resourcesOf, type ServerPanel, ServerParts } from './server-parts'

/** What a person asked for: to attach something, or a panel of what servers have. */
export type PartsPanel = 'attach' | ServerPanel

type Props = {
  panel: PartsPanel | null
  onPanel: (panel: PartsPanel | null) => void
  /** The key under which unsent text is stored. */
  draftKey: string
  /** Undefined before the first message, which creates the session. */
  sessionId: string | undefined
  /** The folder of the workspace that files are named from. */
  folder: string
  field: RefObject<HTMLTextAreaElement | null>
  text: string
  write: (text: string) => void
  draft: FileDraft
  onFiles: (event: SyntheticEvent, from: { files: FileList | null }) => void
  onChange: ChangeDraft
}

/** What stands above the message box where it is wanted. All of it is loaded once something of it is. */
export function BoxParts({ panel, onPanel, draft, onFiles, onChange, ...box }: Props) {
  const { sessionId, folder, field, text, write } = box
  useEffect(() => {
    if (draft.incoming.length > 0) readIncoming(onChange)
  }, [draft.incoming, onChange])
  const isAsked = panel === 'attach'
  const { data, error } = useRead(
    KEYS.servers,
    'GET /api/mcp-servers',
    {},
    { enabled: isAsked, retry: false },
  )
  const chooser = useRef<HTMLInputElement>(null)
  // Where no server has anything to attach, a person chooses from their own files at once.
  useEffect(() => {
    if (!isAsked || !(data || error)) return
    const isOffered = resourcesOf(data?.items ?? []).length > 0
    onPanel(isOffered ? 'resources' : null)
    if (!isOffered) chooser.current?.click()
  }, [isAsked, data, error, onPanel])
  return (
    <>
      <input
        ref={chooser}
        type="file"
        multiple
        hidden
        onChange={event => {
          onFiles(event, event.target)
          event.target.value = ''
        }}
      />
      {panel && panel !== 'attach' && (
        <ServerParts {...box} panel={panel} onPanel={onPanel} onChange={onChange} chooser={chooser} />
      )}
      {!panel && startsCommand(text) && (
        <CommandList field={field} text={text} sessionId={sessionId} onTake={write} onPrompt={onPanel} />
      )}
      {!panel && <FilePathList field={field} text={text} folder={folder} onTake={write} />}
      <DraftFiles draft={draft} onChange={onChange} />
    </>
  )
}
