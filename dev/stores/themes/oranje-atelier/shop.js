// The question about cookies covers the page until it is answered, once per browser.
const consent = document.querySelector(".consent");
consent.hidden = document.cookie.includes("bench=");
for (const button of consent.querySelectorAll("button")) {
  button.addEventListener("click", () => {
    document.cookie = "bench=" + button.className + "; path=/; max-age=31536000; SameSite=Lax";
    consent.hidden = true;
  });
}
