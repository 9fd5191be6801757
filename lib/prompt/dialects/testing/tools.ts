import type { OfferedTool } from '../dialect'

export const TOOLS: OfferedTool[] = [
  {
    name: 'read_file',
    schema: {
      properties: { path: { type: 'string' }, offset: { type: 'integer' } },
      required: ['path'],
    },
  },
  { name: 'write_file', schema: { properties: { path: { type: 'string' }, content: { type: 'string' } } } },
  { name: 'list_files', schema: { type: 'object', properties: {} } },
  {
    name: 'search',
    schema: {
      properties: {
        where: { type: 'object', properties: { path: { type: 'string' }, depth: { type: 'integer' } } },
      },
    },
  },
]
