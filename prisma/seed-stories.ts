import type { NewSession } from '@/lib/domain/session/session'

/** One entry of a script for scripted:replay. */
type Turn = {
  text?: string
  calls?: { name: string; arguments: Record<string, unknown> }[]
  fault?: string
  chunkMs?: number
}

/** What a person does when the session waits: rules about its first waiting Call, or something of their own. */
export type Act =
  | { do: 'approve' | 'deny' | 'approve_last' }
  | { do: 'edit'; arguments: Record<string, unknown> }
  | { do: 'write'; path: string; content: string }
  | { do: 'say'; turns: Turn[] }
  | { do: 'stop' }
  | { do: 'expire' }
  | { do: 'leave_executing' }

export type Story = {
  key: string
  settings?: NewSession
  files?: Record<string, string>
  turns: Turn[]
  acts: Act[]
}

const write = (path: string, content: string) => ({ name: 'write_file', arguments: { path, content } })
const edit = (path: string, old: string, fresh: string) => ({
  name: 'edit_file',
  arguments: { path, old, new: fresh },
})
const read = (path: string) => ({ name: 'read_file', arguments: { path } })

const CHANGELOG = '# Changelog\n\n## 0.1\n\n- First version\n'

/** Between them these bring about every state of a Run and of a Call. */
export const STORIES: Story[] = [
  {
    key: 'Notes that were made',
    turns: [
      { text: 'I will write the notes.', calls: [write('notes.md', '# Notes\n\nBuy paper.\n')] },
      { text: 'The notes are in notes.md.' },
    ],
    acts: [{ do: 'edit', arguments: { path: 'notes.md', content: '# Notes\n\nBuy paper and ink.\n' } }],
  },
  {
    key: 'Release notes',
    files: { 'CHANGELOG.md': CHANGELOG },
    turns: [
      {
        text: 'I will add the release to the changelog and write an announcement.',
        calls: [
          edit('CHANGELOG.md', '# Changelog\n', '# Changelog\n\n## 0.2\n\n- Pauses survive a restart\n'),
          write('announcement.md', 'Version 0.2 is out. Pauses survive a restart.\n'),
        ],
      },
      { text: 'Both files are ready.' },
    ],
    acts: [{ do: 'say', turns: [{ text: 'This comes afterwards.' }] }],
  },
  {
    key: 'Tidy the settings',
    files: { 'settings.ini': 'colour = red\nsize = 3\n' },
    turns: [
      {
        text: 'Three small changes.',
        calls: [
          write('old-settings.ini', 'colour = red\nsize = 3\n'),
          edit('settings.ini', 'red', 'blue'),
          write('settings.md', 'What the settings mean.\n'),
        ],
      },
      { text: 'Done.' },
    ],
    acts: [{ do: 'deny' }, { do: 'approve_last' }],
  },
  {
    key: 'A file that changed meanwhile',
    files: { 'list.txt': 'one\ntwo\n' },
    turns: [
      { calls: [write('other.txt', 'other\n'), edit('list.txt', 'two', 'three')] },
      { text: 'The list is up to date.' },
    ],
    acts: [
      { do: 'approve_last' },
      { do: 'write', path: 'list.txt', content: 'one\ntwo\nand a half\n' },
      { do: 'approve' },
    ],
  },
  {
    key: 'Interrupted while it ran',
    turns: [{ calls: [write('report.md', '# Report\n')] }, { text: 'The report is written.' }],
    acts: [{ do: 'leave_executing' }],
  },
  {
    key: 'Reading what is there',
    files: { 'readme.txt': 'Hello.\n' },
    turns: [
      { text: 'Let me look.', calls: [{ name: 'list_files', arguments: {} }, read('readme.txt')] },
      { text: 'I see.' },
    ],
    acts: [],
  },
  {
    key: 'A call that failed',
    turns: [
      { calls: [read('nowhere.txt'), { name: 'no_such_tool', arguments: {} }] },
      { text: 'There is no such file, and no such tool.' },
    ],
    acts: [{ do: 'approve' }],
  },
  {
    key: 'A model that is down',
    settings: { limits: { modelRetries: 0 } },
    turns: [{ fault: 'http_500' }],
    acts: [],
  },
  {
    key: 'At the limit of requests',
    settings: { limits: { requests: 1 } },
    turns: [{ calls: [read('readme.txt')] }, { text: 'I read one file; nothing else was done.' }],
    acts: [{ do: 'approve' }],
  },
  {
    key: 'Stopped',
    turns: [{ calls: [write('never.txt', 'never\n')] }],
    acts: [{ do: 'stop' }],
  },
  {
    key: 'Nobody decided in time',
    settings: { limits: { expiryMs: 1000 } },
    turns: [{ calls: [write('late.txt', 'late\n')] }, { text: 'Nobody was there, so nothing was written.' }],
    acts: [{ do: 'expire' }],
  },
  {
    key: 'Thinking aloud',
    turns: [
      { text: 'This answer takes its time so that you can watch it arrive. '.repeat(200), chunkMs: 400 },
    ],
    acts: [],
  },
]
