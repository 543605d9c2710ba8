/** An address for `node --import` that makes a process take its Node for this version. */
export const onNode = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
