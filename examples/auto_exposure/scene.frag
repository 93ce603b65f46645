#version 460
#extension GL_GOOGLE_include_directive : require
// A dark room with one window and a sunny day outside, ray traced without ray marching: every surface, the light of the
// window and of the sun's patch on the floor, and the beam in the dusty air have closed forms. The sky outside has a
// radiance of about 2, the room a hundredth of that. This shader is the renderer's own; vkalgo does not use it.
#include "exposure.h"

layout(location = 0) in vec2 screen;
layout(location = 0) out vec4 radiance;
layout(push_constant) uniform Push { ScenePush push; };

const float kPi = 3.14159265;
const vec3 kRoomLow = vec3(-3.2, 0.0, -4.0), kRoomHigh = vec3(3.2, 2.8, 4.2);
const vec3 kPaneLow = vec3(3.2, 0.75, -2.4), kPaneHigh = vec3(3.5, 2.3, 0.0);  // The hole in the wall at +x
const vec3 kSun = vec3(0.772, 0.585, 0.250);                                   // Direction towards the sun
const vec3 kSunlight = vec3(30.0, 25.5, 19.0);
const vec3 kSkylight = vec3(1.7, 1.95, 2.2);
const vec3 kTable = vec3(-0.9, 0.74, -1.7);
const float kTableRadius = 0.85;
const vec4 kBalls[3] =
    vec4[](vec4(-1.15, 1.03, -1.85, 0.26), vec4(-0.55, 0.945, -1.55, 0.175), vec4(-0.9, 0.89, -1.2, 0.12));

const int kNothing = 0, kOutside = 1, kWall = 2, kCeiling = 3, kFloor = 4, kReveal = 5, kFrame = 6, kTop = 7, kLeg = 8,
          kBall = 9;  // kBall + k: ball k

struct Hit {
    float t;
    vec3 normal;
    int what;
};

float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }

// Returns how open the window is at (y, z) of its outer plane: 0 on the bars, 1 on the panes, with a transition of
// width `blur`.
float pane(vec2 yz, float blur) {
    vec2 at = (yz - kPaneLow.yz) / (kPaneHigh.yz - kPaneLow.yz) * vec2(2.0, 3.0);
    vec2 size = (kPaneHigh.yz - kPaneLow.yz) / vec2(2.0, 3.0);
    vec2 edge = min(fract(at), 1.0 - fract(at)) * size;
    if (at.x < 0.0 || at.y < 0.0 || at.x > 2.0 || at.y > 3.0) {
        return 0.0;
    }
    return smoothstep(0.03 - blur, 0.03 + blur, min(edge.x, edge.y));
}

void offer(inout Hit hit, float t, vec3 normal, int what) {
    if (t > 1e-3 && t < hit.t) {
        hit = Hit(t, normal, what);
    }
}

void offer_ball(inout Hit hit, vec3 from, vec3 ray, vec4 ball, int what) {
    vec3 to = from - ball.xyz;
    float b = dot(to, ray), d = b * b - dot(to, to) + ball.w * ball.w;
    if (d > 0.0) {
        float t = -b - sqrt(d);
        offer(hit, t, (to + ray * t) / ball.w, what);
    }
}

// Intersects an upright solid cylinder that stands on `foot`.
void offer_cylinder(inout Hit hit, vec3 from, vec3 ray, vec3 foot, float radius, float height, int what) {
    vec3 to = from - foot;
    float a = dot(ray.xz, ray.xz), b = dot(to.xz, ray.xz), d = b * b - a * (dot(to.xz, to.xz) - radius * radius);
    if (d > 0.0) {
        float t = (-b - sqrt(d)) / a, y = to.y + ray.y * t;
        if (y > 0.0 && y < height) {
            offer(hit, t, vec3((to.xz + ray.xz * t) / radius, 0.0).xzy, what);
        }
    }
    float cap = ((ray.y < 0.0 ? height : 0.0) - to.y) / ray.y;
    if (dot(to.xz + ray.xz * cap, to.xz + ray.xz * cap) < radius * radius) {
        offer(hit, cap, vec3(0.0, -sign(ray.y), 0.0), what);
    }
}

// Returns where a ray from inside a box leaves it.
Hit leave(vec3 from, vec3 ray, vec3 low, vec3 high) {
    vec3 t = (mix(low, high, step(0.0, ray)) - from) / ray;
    float first = min(t.x, min(t.y, t.z));
    return Hit(first, -sign(ray) * step(t, vec3(first)), kWall);
}

Hit trace(vec3 from, vec3 ray) {
    Hit hit = leave(from, ray, kRoomLow, kRoomHigh);
    vec3 at = from + ray * hit.t;
    hit.what = hit.normal.y > 0.5 ? kFloor : hit.normal.y < -0.5 ? kCeiling : kWall;
    if (hit.normal.x < -0.5 && all(greaterThan(at.yz, kPaneLow.yz)) && all(lessThan(at.yz, kPaneHigh.yz))) {
        hit = leave(from, ray, vec3(-99.0, kPaneLow.yz), kPaneHigh);
        hit.what = hit.normal.x > -0.5 ? kReveal : pane((from + ray * hit.t).yz, 0.004) > 0.5 ? kOutside : kFrame;
    }
    offer_cylinder(hit, from, ray, vec3(kTable.x, kTable.y - 0.05, kTable.z), kTableRadius, 0.05, kTop);
    offer_cylinder(hit, from, ray, vec3(kTable.x, 0.0, kTable.z), 0.055, kTable.y - 0.05, kLeg);
    offer_cylinder(hit, from, ray, vec3(kTable.x, 0.0, kTable.z), 0.34, 0.035, kLeg);
    for (int k = 0; k < 3; ++k) {
        offer_ball(hit, from, ray, kBalls[k], kBall + k);
    }
    return hit;
}

vec3 outside(vec3 ray) {
    float side = atan(ray.z, ray.x), up = ray.y;
    vec3 colour = mix(vec3(2.6, 2.7, 2.7), vec3(0.75, 1.25, 2.3), smoothstep(0.0, 0.55, up));
    float cloud =
        sin(side * 9.0 + sin(up * 23.0) * 0.8) + sin(side * 21.0 + up * 31.0) * 0.5 + sin(up * 47.0 + side * 5.0) * 0.4;
    colour = mix(colour, vec3(7.5, 7.2, 6.8), 0.85 * smoothstep(0.4, 1.7, cloud) * smoothstep(0.06, 0.2, up));
    float far_hills = 0.075 + 0.035 * sin(side * 5.0 + 1.0) + 0.014 * sin(side * 13.0);
    float near_hills = 0.015 + 0.03 * sin(side * 3.3 - 0.7) + 0.007 * sin(side * 17.0);
    colour = mix(colour, vec3(0.75, 0.95, 1.25), smoothstep(0.002, -0.002, up - far_hills));
    colour = mix(colour, vec3(0.45, 0.80, 0.30), smoothstep(0.002, -0.002, up - near_hills));
    if (up < -0.02) {
        vec2 field = ray.xz / -up;
        float stripe = smoothstep(-0.6, 0.6, sin(field.y * 1.3 + 0.5 * sin(field.x * 0.4)));
        vec3 grass = mix(vec3(0.62, 1.05, 0.20), vec3(1.55, 1.35, 0.40), stripe);
        colour = mix(colour, grass, smoothstep(-0.02, -0.07, up));
    }
    return colour;
}

// Returns the term of the edge from a to b in Lambert's formula. a and b are unit vectors from the surface.
vec3 edge_light(vec3 a, vec3 b) { return normalize(cross(a, b) + 1e-9) * acos(clamp(dot(a, b), -1.0, 1.0)); }

// Returns the light that a surface at `at` receives from the rectangle a b c d of radiance 1, by Lambert's formula: a
// vector whose dot product with the normal is the irradiance.
vec3 rectangle_light(vec3 at, vec3 a, vec3 b, vec3 c, vec3 d) {
    a = normalize(a - at);
    b = normalize(b - at);
    c = normalize(c - at);
    d = normalize(d - at);
    return 0.5 * (edge_light(a, b) + edge_light(b, c) + edge_light(c, d) + edge_light(d, a));
}

// Returns the part of a light that the balls and the table let through. The light has the angular half-width `width`,
// lies in direction `to`, and is at distance `reach`.
float unshaded(vec3 at, vec3 to, float reach, float width) {
    float open = 1.0;
    for (int k = 0; k < 3; ++k) {
        vec3 centre = kBalls[k].xyz - at;
        float along = dot(centre, to);
        float aside = length(centre - to * along) - kBalls[k].w;
        open *= along < kBalls[k].w * 0.5 || along > reach ? 1.0 : smoothstep(-width, width, aside / along);
    }
    float up = (kTable.y - 0.025 - at.y) / to.y;
    if (up > 0.01 && up < reach) {
        float aside = length((at + to * up - kTable).xz) - kTableRadius;
        open *= smoothstep(-width, width, aside / up);
    }
    return open;
}

float sunlight(vec3 at, vec3 normal) {
    float facing = dot(normal, kSun);
    float t = (kPaneHigh.x - at.x) / kSun.x;
    vec3 hole = at + kSun * ((kPaneLow.x - at.x) / kSun.x);
    vec2 inside = min(hole.yz - kPaneLow.yz, kPaneHigh.yz - hole.yz);
    float soft = 0.003 + 0.006 * t;
    return facing <= 0.0 ? 0.0
                         : facing * pane((at + kSun * t).yz, soft) * smoothstep(-soft, soft, min(inside.x, inside.y)) *
                               unshaded(at, kSun, 99.0, 0.012);
}

// Returns the irradiance of a surface in the room, divided by pi; the caller multiplies it by the albedo.
vec3 arriving(vec3 at, vec3 normal) {
    vec3 lit = at + normal * 0.002;
    vec3 low = kPaneLow, high = vec3(kPaneLow.x, kPaneHigh.yz);
    vec3 sky = rectangle_light(lit, low, vec3(low.x, high.y, low.z), high, vec3(low.x, low.y, high.z));
    vec3 to_window = 0.5 * (low + high) - lit;
    // The sun's patch on the floor, and the light that the wood reflects from it.
    vec3 slide = kSun / kSun.y;
    vec3 p = low - slide * low.y, q = vec3(low.xy, high.z) - slide * low.y, r = high - slide * high.y;
    vec3 s = vec3(low.x, high.y, low.z) - slide * high.y;
    vec3 patch_light = rectangle_light(lit, p, q, r, s);
    vec3 to_patch = 0.25 * (p + q + r + s) - lit;
    vec3 light = kSkylight * abs(dot(sky, normal)) * step(0.0, dot(normal, to_window)) *
                 unshaded(lit, normalize(to_window), length(to_window), 0.22);
    light += vec3(5.0, 3.4, 1.9) * 0.6 * abs(dot(patch_light, normal)) * step(0.0, dot(normal, to_patch) + 0.05) *
             unshaded(lit, normalize(to_patch), length(to_patch), 0.3);
    light += kSunlight * sunlight(lit, normal);
    // Ambient light was reflected often enough to come from everywhere. It is weaker in corners and under objects.
    vec3 far = min(at - kRoomLow, kRoomHigh - at) + step(0.5, abs(normal)) * 9.0;
    float corner = 1.0 - 0.45 * exp(-4.0 * min(far.x, min(far.y, far.z)));
    float under = 1.0 - 0.6 * smoothstep(1.2, 0.3, length((at - kTable).xz)) * step(at.y, kTable.y - 0.06);
    for (int k = 0; k < 3; ++k) {
        vec3 centre = kBalls[k].xyz - at;
        float near = kBalls[k].w / length(centre);
        under *= near > 0.99 ? 1.0 : 1.0 - 0.8 * near * near * max(0.0, dot(normalize(centre), normal) * 0.6 + 0.4);
    }
    return light / kPi + vec3(0.030, 0.026, 0.021) * corner * under;
}

vec3 painting(vec2 at) {  // Coordinates are 0 .. 1
    const vec3 kInk[5] = vec3[](vec3(0.82, 0.78, 0.70), vec3(0.70, 0.10, 0.07), vec3(0.08, 0.16, 0.42),
                                vec3(0.86, 0.62, 0.08), vec3(0.03));
    int ink = at.x < 0.34  ? (at.y < 0.3    ? 2
                              : at.y < 0.72 ? 0
                                            : 3)
              : at.x < 0.8 ? (at.y < 0.42 ? 0 : 1)
                           : (at.y < 0.2 ? 3 : 0);
    vec2 x = abs(at.xx - vec2(0.34, 0.8));
    float y = at.x < 0.34 ? min(abs(at.y - 0.3), abs(at.y - 0.72)) : abs(at.y - (at.x < 0.8 ? 0.42 : 0.2));
    bool line = min(x.x, x.y) < 0.016 || y < 0.022;
    return line ? kInk[4] : kInk[ink];
}

vec3 albedo_of(Hit hit, vec3 at) {
    if (hit.what == kFloor) {
        float plank = floor(at.x / 0.22);
        float along = (at.z + 3.7 * hash(vec2(plank, 1.0))) / 1.4;
        float tone = 0.75 + 0.4 * hash(vec2(plank, floor(along)));
        float gap =
            min(min(fract(at.x / 0.22), 1.0 - fract(at.x / 0.22)) * 0.22, min(fract(along), 1.0 - fract(along)) * 1.4);
        float grain = 1.0 + 0.06 * sin(at.x * 190.0 + 3.0 * sin(at.z * 5.0 + plank));
        return vec3(0.36, 0.20, 0.10) * tone * grain * mix(0.35, 1.0, smoothstep(0.0, 0.006, gap));
    }
    if (hit.what == kWall) {
        vec2 inside = vec2(at.x + 1.75, at.y - 1.05) / vec2(1.7, 1.15);
        if (hit.normal.z > 0.5 && all(greaterThan(inside, vec2(0.0))) && all(lessThan(inside, vec2(1.0)))) {
            vec2 mat = (inside - 0.06) / 0.88;
            bool board = any(lessThan(mat, vec2(0.0))) || any(greaterThan(mat, vec2(1.0)));
            return board ? vec3(0.12, 0.07, 0.04) : painting(mat);
        }
        if (at.y < 0.14) {
            return vec3(0.62);
        }
        return at.y < 0.95 ? (at.y > 0.91 ? vec3(0.62) : vec3(0.16, 0.27, 0.25)) : vec3(0.62, 0.53, 0.40);
    }
    if (hit.what == kTop) {
        float ring = length((at - kTable).xz);
        return vec3(0.30, 0.15, 0.07) * (1.0 + 0.12 * sin(ring * 60.0 + 2.0 * sin(at.x * 7.0)));
    }
    const vec3 kOthers[6] = vec3[](vec3(0.70), vec3(0.72), vec3(0.05, 0.045, 0.04), vec3(0.0), vec3(0.04, 0.17, 0.42),
                                   vec3(0.55, 0.07, 0.05));
    return hit.what == kCeiling  ? vec3(0.72)
           : hit.what == kReveal ? kOthers[0]
           : hit.what == kFrame  ? kOthers[1]
           : hit.what == kLeg    ? kOthers[2]
                                 : kOthers[hit.what - kBall + 3];
}

// Returns the light that the dusty air of the sunbeam scatters towards the eye. In coordinates that are sheared along
// the sun's direction onto the window, the beam is a box. So the length of the ray inside the beam is exact.
float beam(vec3 from, vec3 ray, float t) {
    vec3 slide = kSun / kSun.x;
    vec2 at = from.yz + slide.yz * (kPaneLow.x - from.x), speed = ray.yz - slide.yz * ray.x;
    vec2 a = (kPaneLow.yz - at) / speed, b = (kPaneHigh.yz - at) / speed;
    vec2 enter = min(a, b), exits = max(a, b);
    return max(min(min(exits.x, exits.y), t) - max(max(enter.x, enter.y), 0.0), 0.0);
}

vec3 see(vec3 from, vec3 ray) {
    vec3 colour = vec3(0.0), share = vec3(1.0);
    for (int bounce = 0; bounce < 2; ++bounce) {
        Hit hit = trace(from, ray);
        vec3 at = from + ray * hit.t;
        colour += share * vec3(1.0, 0.86, 0.66) * 0.045 * beam(from, ray, hit.t);
        if (hit.what == kOutside) {
            return colour + share * outside(ray);
        }
        bool gold = hit.what == kBall;
        // Rounding may take the product of two unit vectors beyond 1, and pow() of a negative number is undefined.
        float fresnel = pow(1.0 - clamp(dot(hit.normal, -ray), 0.0, 1.0), 5.0);
        colour += gold ? vec3(0.0) : share * albedo_of(hit, at) * arriving(at, hit.normal);
        vec3 mirror = gold ? mix(vec3(0.95, 0.66, 0.28), vec3(1.0), fresnel)
                           : vec3(hit.what == kFloor || hit.what >= kTop ? 0.045 + 0.6 * fresnel : 0.0);
        share *= mirror;
        if (mirror.g == 0.0) {
            break;
        }
        from = at + hit.normal * 0.002;
        ray = reflect(ray, hit.normal);
    }
    return colour;
}

void main() {
    vec2 pixel = vec2(dFdx(screen.x), dFdy(screen.y));
    vec2 turn = vec2(sin(push.yaw), cos(push.yaw)), lift = vec2(sin(push.pitch), cos(push.pitch));
    vec3 ahead = vec3(turn.x * lift.y, lift.x, -turn.y * lift.y), right = vec3(turn.y, 0.0, turn.x);
    vec3 above = cross(right, ahead);
    vec3 sum = vec3(0.0);
    for (int k = 0; k < 4; ++k) {  // Four rays per pixel, on a rotated grid
        const vec2 kGrid[4] =
            vec2[](vec2(-0.125, -0.375), vec2(0.375, -0.125), vec2(0.125, 0.375), vec2(-0.375, 0.125));
        vec2 at = (screen + pixel * kGrid[k]) * vec2(push.aspect, 1.0) * 0.52;
        sum += see(vec3(push.eye_x, push.eye_y, push.eye_z), normalize(ahead + right * at.x + above * at.y + 1e-6));
    }
    radiance = vec4(sum / 4.0, 1.0);
}
