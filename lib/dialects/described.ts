import type { DescribedTool } from './dialect'

/** The tools as the instructions list them, one to a line. */
export const described = (tools: DescribedTool[]): string =>
  tools
    .map(({ name, description, schema }) => JSON.stringify({ name, description, parameters: schema }))
    .join('\n')
