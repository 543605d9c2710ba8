/** For `node --import`: a process that believes to run on another version. */
export const onNode = (version: string): string =>
  `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'${version}'}})`;
