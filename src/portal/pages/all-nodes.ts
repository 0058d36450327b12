/** A page of a Relay connection. */
type Connection<Node> = {
  nodes: readonly Node[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
}

/** Returns every item of a list of choices, of which a document has read the first page. Few lists have another one. */
export async function allNodes<Node>(
  first: Connection<Node>,
  readAfter: (cursor: string | null) => Promise<Connection<Node>>,
): Promise<readonly Node[]> {
  const nodes = [...first.nodes]
  for (let { pageInfo } = first; pageInfo.hasNextPage;) {
    const next = await readAfter(pageInfo.endCursor)
    nodes.push(...next.nodes)
    pageInfo = next.pageInfo
  }
  return nodes
}
