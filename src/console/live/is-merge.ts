/** Whether an event moves the votes, comments and followers of a post to another one, or back. */
export const isMerge = (type: string): boolean => type === 'POST_MERGED' || type === 'POST_UNMERGED'
