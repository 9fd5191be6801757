import { pageFor, titled } from '@/app/visitor'
import { ToolsView } from '@/components/tools/tools'
import { listTools } from '@/lib/run/queries/list-tools'

export const generateMetadata = titled(messages => messages.tools.page.title)

/** The first paint has all tools, without their schemas, which are most of their size. */
export default async function ToolsPage() {
  return pageFor(async ({ deps }) => (
    <ToolsView initial={(await listTools(deps)).map(tool => ({ ...tool, schema: {} }))} />
  ))
}
