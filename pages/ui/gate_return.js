// The address that a link asked for before one signs in: the provider leads back to the first page.
const WANTED = "chunkboard_wanted";

export default ({ data }) => {
  const here = location.pathname + location.search;
  if (data === "leave") {
    sessionStorage.setItem(WANTED, here);
    return;
  }
  const wanted = sessionStorage.getItem(WANTED);
  sessionStorage.removeItem(WANTED);
  // Only a path of this server, and only from where the provider leads to.
  if (wanted && wanted !== here && here === "/" && /^\/[^/\\]/.test(wanted)) {
    location.replace(wanted);
  }
};
