// All packages are in one file: a line of JSON with their names and sizes, then their bytes.

const SITE = "/lib/python3.14/site-packages";

export function unpack(files, bundle) {
  const end = bundle.indexOf(10);
  const sizes = JSON.parse(new TextDecoder().decode(bundle.subarray(0, end)));
  let at = end + 1;
  for (const [name, size] of Object.entries(sizes)) {
    const path = `${SITE}/${name}`;
    files.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    files.writeFile(path, bundle.subarray(at, at + size), { canOwn: true });
    at += size;
  }
}
